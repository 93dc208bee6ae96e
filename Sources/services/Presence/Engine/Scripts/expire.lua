-- Advances the engine's clock, and ends what is due. To be called twice a second by each instance.
-- ARGV[3] the instance, [4] milliseconds by its own clock since it has sent the call before; empty
-- for the first, [5] the most leases to look at, [6] the run of the server. Returns the epoch, the
-- version, 1 if more are due, how many leases there are, and the milliseconds of the engine's
-- clock.
local elapsed = wall - at
local last = call('HGET', INSTANCES, ARGV[3])
if last and ARGV[4] ~= '' then
    -- What the server's clock has more than the instance's is a jump.
    local jump = wall - tonumber(last) - tonumber(ARGV[4])
    if jump > MARGIN then elapsed = elapsed - jump end
end
if not last then
    -- Those that have ended leave no more than that.
    local instances = call('HGETALL', INSTANCES)
    for index = 1, #instances, 2 do
        if math.abs(wall - tonumber(instances[index + 1])) > 3600000 then
            call('HDEL', INSTANCES, instances[index])
        end
    end
end
call('HSET', INSTANCES, ARGV[3], text(wall))
clock = clock + counted(elapsed)
at = wall
now = clock
call('HSET', NAME, 'clock', text(clock), 'at', text(at))
call('HSETNX', NAME, 'run', ARGV[6])

local limit = tonumber(ARGV[5])
local function due(key, time)
    return call('ZRANGEBYSCORE', key, '-inf', '(' .. text(time), 'LIMIT', 0, limit)
end

local members = due(DEADLINES, now)
for _, member in ipairs(members) do
    local id = member:sub(9)
    local user = load(id)
    local lease, index
    if user then lease, index = find(user, member:sub(1, 8)) end
    if not lease then
        call('ZREM', DEADLINES, member)
    else
        -- After lost data, a lease lasts as long as if it had begun with the epoch.
        local floor = began + lease.duration + MARGIN
        if now <= floor and began > 0 then
            seeHeard(user, lease, tonumber(call('ZSCORE', DEADLINES, member)))
            call('HSET', USERS, id, write(user))
            call('ZADD', DEADLINES, floor, member)
        else
            local cause = has(lease.flags, DETACHED) and GRACE or SILENCE
            commit(id, user, remove(id, user, index, cause))
        end
    end
end

local idle = due(IDLES, now)
for _, member in ipairs(idle) do
    call('ZREM', IDLES, member)
    local id = member:sub(9)
    local user = load(id)
    local lease = user and find(user, member:sub(1, 8))
    if lease and not has(lease.flags, IDLE) then
        lease.flags = with(lease.flags, IDLE)
        commit(id, user)
    end
end

local statuses = due(STATUSES, wall + 1)
for _, id in ipairs(statuses) do
    call('ZREM', STATUSES, id)
    local user = load(id)
    if user and user.status ~= '' then
        setStatus(id, user, '', 0)
        commit(id, user)
    end
end

local isMore = #members == limit or #idle == limit or #statuses == limit
return { epoch, version, isMore and 1 or 0, call('ZCARD', DEADLINES), clock }
