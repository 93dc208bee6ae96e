-- What all scripts begin with. KEYS[1] is the name that all keys begin with.
--
-- ARGV[1] is an epoch, 8 bytes at random, for the case that there is none. ARGV[2] is the time in
-- milliseconds, in tests alone; empty for the server's. What a script takes begins with ARGV[3].
--
-- Keys:
--   NAME            the state of the engine: epoch, version, clock and so on
--   NAME:users      a hash of records, by user
--   NAME:deadlines  when leases end, on the engine's clock; a member is a lease and its user
--   NAME:idles      when devices begin to count as away, on the same clock
--   NAME:statuses   when status texts end, by the server's clock
--   NAME:sessions   a hash of the members of their leases, by session
--   NAME:changes    a stream with an entry for each change; its id is the version
--   NAME:instances  when each instance has called expire, by the server's clock
--   NAME:ended      leases that are not to be restored
--
-- The engine's clock is advanced by expire alone, and not by what the server's clock jumps.
local call = redis.call
local NAME = KEYS[1]
local USERS, DEADLINES, IDLES = NAME .. ':users', NAME .. ':deadlines', NAME .. ':idles'
local STATUSES, SESSIONS, CHANGES = NAME .. ':statuses', NAME .. ':sessions', NAME .. ':changes'
local INSTANCES, ENDED = NAME .. ':instances', NAME .. ':ended'

-- Milliseconds. How often expire is called; how late before time counts as stood still.
local INTERVAL, TOLERANCE = 500, 2000
-- What a jump of the server's clock may have, unnoticed; a lease is longer by as much.
local MARGIN = 200
-- For how long after lost data instances restore what they know: the longest lease.
local RESTORING = 300000
-- Entries of the stream.
local KEPT = 100000
local DEVICES = 16

local ONLINE, INVISIBLE = 1, 3
-- Of a lease. PAUSED: its deadline says nothing of when the device was heard.
local ATTACHED, IDLE, DETACHED, PAUSED = 1, 2, 4, 8
-- Of a user.
local FROZEN, ERASED = 1, 2
-- Why a lease has ended.
local OFFLINE, SILENCE, GRACE, REPLACED, SESSION, KICKED = 1, 2, 3, 4, 5, 6
local ERASURE, FREEZING = 7, 8

local wall
if ARGV[2] ~= '' then
    wall = tonumber(ARGV[2])
else
    local time = call('TIME')
    wall = time[1] * 1000 + math.floor(time[2] / 1000)
end

local function text(number) return string.format('%.0f', number) end

local epoch, version, clock, at, began, before
do
    local state = call('HMGET', NAME, 'epoch', 'version', 'clock', 'at', 'began', 'before')
    if state[1] then
        epoch, version, clock = state[1], tonumber(state[2]), tonumber(state[3])
        at, began, before = tonumber(state[4]), tonumber(state[5]), tonumber(state[6])
    else
        epoch, version, clock, at, began, before = ARGV[1], 0, 0, wall, 0, wall
        call('HSET', NAME, 'epoch', epoch, 'version', '0', 'clock', '0', 'at', text(at),
            'began', '0', 'before', text(before))
    end
end

-- How far the engine's clock is to go on, of what the server's has.
local function counted(elapsed)
    if elapsed < 0 then return 0 end
    if elapsed > INTERVAL + TOLERANCE then return INTERVAL end
    return elapsed
end

-- The engine's clock now.
local now = clock + counted(wall - at)

local function has(flags, flag) return flags % (flag * 2) >= flag end
local function with(flags, flag) return has(flags, flag) and flags or flags + flag end
local function without(flags, flag) return has(flags, flag) and flags - flag or flags end

-- A record: version 8, last seen 8, flags 1, end of the status 8, hidden until 8, length of the status
-- text 2, the text, and leases. A lease is 46 bytes: id 8, device 8, session 16, duration 4, mode 1,
-- flags 1, since 8. All numbers are big-endian.
local HEADER, LEASE = 35, 46

local function read(record)
    local user = { leases = {} }
    local position
    user.version, user.seen, user.flags, user.ends, user.hidden, user.status, position =
        struct.unpack('>I8I8BI8I8I2c0', record)
    while position <= #record do
        local lease = {}
        lease.id, lease.device, lease.session, lease.duration, lease.mode, lease.flags, lease.since,
            position = struct.unpack('>c8c8c16I4BBI8', record, position)
        user.leases[#user.leases + 1] = lease
    end
    return user
end

local function write(user)
    local parts = { struct.pack('>I8I8BI8I8I2c0', user.version, user.seen, user.flags, user.ends,
        user.hidden, #user.status, user.status) }
    for _, lease in ipairs(user.leases) do
        parts[#parts + 1] = struct.pack('>c8c8c16I4BBI8', lease.id, lease.device, lease.session,
            lease.duration, lease.mode, lease.flags, lease.since)
    end
    return table.concat(parts)
end

local function unknown()
    return { version = 0, seen = 0, flags = 0, ends = 0, hidden = 0, status = '', leases = {} }
end

-- A user's record; nil if there is none.
local function load(id)
    local record = call('HGET', USERS, id)
    return record and read(record)
end

-- Stores a record, and tells all instances. `ended` names leases, each followed by why it has ended.
local function commit(id, user, ended)
    version = version + 1
    user.version = version
    local isEmpty = user.seen == 0 and user.flags == 0 and user.status == '' and #user.leases == 0
    local record = isEmpty and '' or write(user)
    call('XADD', CHANGES, 'MAXLEN', '~', KEPT, text(version) .. '-0',
        'c', epoch .. id .. record, 'e', ended or '')
    call('HSET', NAME, 'version', text(version))
    if isEmpty then call('HDEL', USERS, id) else call('HSET', USERS, id, record) end
end

local function find(user, id)
    for index, lease in ipairs(user.leases) do
        if lease.id == id then return lease, index end
    end
end

local function isInvisible(user)
    for _, lease in ipairs(user.leases) do
        if lease.mode == INVISIBLE then return true end
    end
    return false
end

-- Notes that the user was here, unless the user did not want to be seen then.
local function see(user, time)
    if time < user.hidden then return end
    if isInvisible(user) then
        user.hidden = math.max(user.hidden, wall)
    else
        user.seen = math.max(user.seen, time, 1)
    end
end

-- The server's time when the engine's clock was `time`.
local function timeOf(time)
    if time >= began then return wall - (now - time) end
    return before - (began - time)
end

-- Notes when the device of a lease was heard for the last time, as its deadline tells.
local function seeHeard(user, lease, deadline)
    local floor = began + lease.duration + MARGIN
    if has(lease.flags, DETACHED) or has(lease.flags, PAUSED) or deadline == floor then return end
    see(user, timeOf(deadline - lease.duration - MARGIN))
end

-- Notes when the devices of a user were heard for the last time.
local function seeAllHeard(id, user)
    for _, lease in ipairs(user.leases) do
        local deadline = call('ZSCORE', DEADLINES, lease.id .. id)
        if deadline then seeHeard(user, lease, tonumber(deadline)) end
    end
end

local function link(lease, member)
    local members = call('HGET', SESSIONS, lease.session)
    call('HSET', SESSIONS, lease.session, (members or '') .. member)
end

local function unlink(lease, member)
    local members = call('HGET', SESSIONS, lease.session) or ''
    local rest = {}
    for position = 1, #members, 24 do
        local other = members:sub(position, position + 23)
        if other ~= member then rest[#rest + 1] = other end
    end
    if #rest == 0 then
        call('HDEL', SESSIONS, lease.session)
    else
        call('HSET', SESSIONS, lease.session, table.concat(rest))
    end
end

-- Adds a lease to a user, for its whole duration from now.
local function add(id, user, lease)
    local member = lease.id .. id
    user.leases[#user.leases + 1] = lease
    call('ZADD', DEADLINES, now + lease.duration + MARGIN, member)
    link(lease, member)
end

-- Ends one of a user's leases. Returns what commit wants to know of it.
local function remove(id, user, index, cause)
    local lease = user.leases[index]
    local member = lease.id .. id
    local deadline = call('ZSCORE', DEADLINES, member)
    if deadline then seeHeard(user, lease, tonumber(deadline)) end
    -- What others may not see was until now.
    if isInvisible(user) then user.hidden = math.max(user.hidden, wall) end
    call('ZREM', DEADLINES, member)
    call('ZREM', IDLES, member)
    unlink(lease, member)
    table.remove(user.leases, index)
    if now <= began + RESTORING then
        call('SADD', ENDED, lease.id)
        call('PEXPIRE', ENDED, 2 * RESTORING)
    end
    return lease.id .. string.char(cause)
end

local function removeAll(id, user, cause)
    local ended = {}
    for index = #user.leases, 1, -1 do ended[#ended + 1] = remove(id, user, index, cause) end
    return table.concat(ended)
end

-- Notes how long ago a device was touched. Returns whether what it counts as has changed.
local function touch(lease, member, idle, threshold)
    local flags = lease.flags
    if idle >= threshold then
        lease.flags = with(flags, IDLE)
    else
        lease.flags = without(flags, IDLE)
    end
    -- A device that is touched says so again when its user has left it.
    if idle == 0 or idle >= threshold then
        call('ZREM', IDLES, member)
    else
        call('ZADD', IDLES, now - idle + threshold, member)
    end
    return lease.flags ~= flags
end

-- Sets a status text, or removes it if it is empty.
local function setStatus(id, user, status, ends)
    local added = (status ~= '' and 1 or 0) - (user.status ~= '' and 1 or 0)
    if added ~= 0 then call('HINCRBY', NAME, 'statuses', added) end
    user.status, user.ends = status, ends
    if status ~= '' and ends > 0 then
        call('ZADD', STATUSES, ends, id)
    else
        call('ZREM', STATUSES, id)
    end
end
