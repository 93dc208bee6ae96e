-- Sets or removes a status text, and renews the lease. ARGV[3] user, [4] lease, [5] the text; empty
-- to remove it, [6] its end or 0, [7] the most texts of all users. Returns the epoch, the version
-- and what came of it: the duration of the lease in milliseconds, 0 when the lease has ended or is
-- another user's, -1 when there are too many texts.
local id = ARGV[3]
local user = load(id)
local lease = user and find(user, ARGV[4])
if not lease then return { epoch, version, 0 } end
call('ZADD', DEADLINES, now + lease.duration + MARGIN, lease.id .. id)
local isTold = has(lease.flags, DETACHED) or has(lease.flags, PAUSED)
lease.flags = without(without(lease.flags, DETACHED), PAUSED)
local ends = tonumber(ARGV[6])
local answer = lease.duration
if user.status ~= ARGV[5] or user.ends ~= ends then
    local count = tonumber(call('HGET', NAME, 'statuses') or '0')
    local added = (ARGV[5] ~= '' and 1 or 0) - (user.status ~= '' and 1 or 0)
    if added > 0 and count >= tonumber(ARGV[7]) then
        answer = -1
    else
        setStatus(id, user, ARGV[5], ends)
        isTold = true
    end
end
see(user, wall)
if isTold then commit(id, user) end
return { epoch, version, answer }
