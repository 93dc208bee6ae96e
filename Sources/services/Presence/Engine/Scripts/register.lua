-- Notes that users were here at a time; a user who is not known is offline. ARGV[3]: for each 24
-- bytes: user 16, milliseconds 8. Nothing is done for one who was erased. Returns the epoch and the
-- version.
for position = 1, #ARGV[3], 24 do
    local id, time = struct.unpack('>c16I8', ARGV[3], position)
    local user = load(id) or unknown()
    local seen = user.seen
    if not has(user.flags, ERASED) and time >= user.hidden then
        setSeen(user, time)
    end
    if user.seen ~= seen then commit(id, user) end
end
return { epoch, version }
