-- Notes what users let others see. ARGV[3]: for each 21 bytes: user 16, visibility 1, how often the
-- user has set it 4: what was set later has a larger number. Nothing is done for one who was
-- erased. Returns the epoch and the version.
for position = 1, #ARGV[3], 21 do
    local id, visibility, number = struct.unpack('>c16BI4', ARGV[3], position)
    local user = load(id) or unknown()
    if number > user.number and not has(user.flags, ERASED) then
        user.visibility, user.number = visibility, number
        commit(id, user)
    end
end
return { epoch, version }
