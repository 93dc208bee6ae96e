-- The rest of renew: what devices say of themselves.
local threshold = tonumber(ARGV[3])
for _, start in ipairs(news) do
    local leaseID, id, mode, idle = struct.unpack('>c8c16BI4', items, start + 1)
    local user = load(id)
    local lease = find(user, leaseID)
    local isChanged = has(lease.flags, DETACHED) or has(lease.flags, PAUSED)
    lease.flags = without(without(lease.flags, DETACHED), PAUSED)
    -- Before as well: a device that becomes invisible was seen until now.
    see(user, wall)
    if mode ~= 255 and mode ~= lease.mode then
        lease.mode = mode
        isChanged = true
    end
    if mode == ONLINE and idle == 0xffffffff then idle = 0 end
    if idle ~= 0xffffffff and touch(lease, leaseID .. id, idle, threshold) then isChanged = true end
    see(user, wall)
    if isChanged then commit(id, user) end
end
return answer()
