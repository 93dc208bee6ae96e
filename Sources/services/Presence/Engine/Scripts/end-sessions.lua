-- Ends the leases of sessions that have ended. ARGV[3]: the sessions, 16 bytes each. Returns the
-- epoch, the version and how many leases have ended.
local count = 0
for position = 1, #ARGV[3], 16 do
    local members = call('HGET', SESSIONS, ARGV[3]:sub(position, position + 15)) or ''
    for start = 1, #members, 24 do
        local id = members:sub(start + 8, start + 23)
        local user = load(id)
        local _, index = find(user, members:sub(start, start + 7))
        if index then
            commit(id, user, remove(id, user, index, SESSION))
            count = count + 1
        end
    end
end
return { epoch, version, count }
