-- Takes a lease for a device, in place of the one that it may have. ARGV[3] user, [4] lease, [5]
-- device, [6] session, [7] duration, [8] mode, [9] 1 if a stream is open, [10] how long ago it was
-- touched or empty, [11] the threshold of that, [12] the most leases of all users. Returns the
-- epoch, the version and what came of it. It is no error to begin a lease twice.
local id = ARGV[3]
local user = load(id) or unknown()
if has(user.flags, ERASED) then return { epoch, version, 'erased' } end
if find(user, ARGV[4]) then return { epoch, version, 'ok' } end

local old
for index, lease in ipairs(user.leases) do
    if lease.device == ARGV[5] then old = index end
end
if not old then
    if #user.leases >= DEVICES then return { epoch, version, 'devices' } end
    if call('ZCARD', DEADLINES) >= tonumber(ARGV[12]) then return { epoch, version, 'full' } end
end

-- From here on an invisible device hides when others are heard.
if tonumber(ARGV[8]) == INVISIBLE then seeAllHeard(id, user) end
local ended = old and remove(id, user, old, REPLACED)
local lease = {
    id = ARGV[4], device = ARGV[5], session = ARGV[6], duration = tonumber(ARGV[7]),
    mode = tonumber(ARGV[8]), flags = ARGV[9] == '1' and ATTACHED or 0, since = wall,
}
add(id, user, lease)
if ARGV[10] ~= '' then touch(lease, lease.id .. id, tonumber(ARGV[10]), tonumber(ARGV[11])) end
see(user, wall)
commit(id, user, ended)
return { epoch, version, 'ok' }
