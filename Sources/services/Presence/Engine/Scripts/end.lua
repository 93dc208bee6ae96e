-- Ends leases of a user. ARGV[3] user, [4] why, [5] 1 if the user was seen now, [6] the leases, 8
-- bytes each; empty for all. Returns the epoch, the version and how many have ended. It is no error
-- to end one twice.
local id, cause, leases = ARGV[3], tonumber(ARGV[4]), ARGV[6]
local user = load(id) or unknown()
local ids = {}
for position = 1, #leases, 8 do
    local lease = leases:sub(position, position + 7)
    if find(user, lease) then ids[#ids + 1] = lease end
end
if leases == '' then
    for index, lease in ipairs(user.leases) do ids[index] = lease.id end
end
if #ids == 0 then return { epoch, version, 0 } end

if ARGV[5] == '1' then see(user, wall) end
local ended = ''
for _, lease in ipairs(ids) do
    local _, index = find(user, lease)
    if index then ended = ended .. remove(id, user, index, cause) end
end
commit(id, user, ended)
return { epoch, version, #ended / 9 }
