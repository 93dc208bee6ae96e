-- The stream of a device has ended. ARGV[3] user, [4] lease, [5] what becomes of the lease: 'grace'
-- ends it after [6] milliseconds, unless it ends before that; 'pause' has it last for its duration
-- after [6] milliseconds, or longer; 'keep' leaves it. Returns the epoch and the version.
local id = ARGV[3]
local user = load(id)
local lease, index
if user then lease, index = find(user, ARGV[4]) end
if not lease or not has(lease.flags, ATTACHED) then return { epoch, version } end

local member = lease.id .. id
local pause = tonumber(ARGV[6])
local deadline = tonumber(call('ZSCORE', DEADLINES, member))
local ended
lease.flags = without(lease.flags, ATTACHED)
if ARGV[5] == 'grace' then
    seeHeard(user, lease, deadline)
    if pause == 0 then
        ended = remove(id, user, index, GRACE)
    else
        lease.flags = with(lease.flags, DETACHED)
        call('ZADD', DEADLINES, math.min(deadline, now + pause), member)
    end
elseif ARGV[5] == 'pause' then
    seeHeard(user, lease, deadline)
    lease.flags = with(lease.flags, PAUSED)
    call('ZADD', DEADLINES, math.max(deadline, now + pause + lease.duration + MARGIN), member)
end
commit(id, user, ended)
return { epoch, version }
