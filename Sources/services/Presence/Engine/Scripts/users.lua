-- The records of users, and what can be done to them.
local function has(flags, flag) return flags % (flag * 2) >= flag end
local function with(flags, flag) return has(flags, flag) and flags or flags + flag end
local function without(flags, flag) return has(flags, flag) and flags - flag or flags end

local function read(record)
    local user = { leases = {} }
    local position
    user.version, user.seen, user.flags, user.ends, user.hidden, user.day, user.visibility, user.number,
        user.status, position = struct.unpack('>I8I8BI8I8I2BI4I2c0', record)
    while position <= #record do
        local lease = {}
        lease.id, lease.device, lease.session, lease.duration, lease.mode, lease.flags, lease.since,
            position = struct.unpack('>c8c8c16I4BBI8', record, position)
        user.leases[#user.leases + 1] = lease
    end
    return user
end

local function write(user)
    local parts = { struct.pack('>I8I8BI8I8I2BI4I2c0', user.version, user.seen, user.flags, user.ends,
        user.hidden, user.day, user.visibility, user.number, #user.status, user.status) }
    for _, lease in ipairs(user.leases) do
        parts[#parts + 1] = struct.pack('>c8c8c16I4BBI8', lease.id, lease.device, lease.session,
            lease.duration, lease.mode, lease.flags, lease.since)
    end
    return table.concat(parts)
end

local function unknown()
    return {
        version = 0, seen = 0, flags = 0, ends = 0, hidden = 0, day = 0, visibility = 0, number = 0,
        status = '', leases = {},
    }
end

-- A user's record; nil if there is none.
local function load(id)
    local record = call('HGET', USERS, id)
    return record and read(record)
end

-- Stores a record, and adds the change to the stream. `ended` names leases, each followed by why it
-- has ended.
local function commit(id, user, ended)
    version = version + 1
    user.version = version
    local isEmpty = user.seen == 0 and user.flags == 0 and user.number == 0 and user.status == ''
        and #user.leases == 0
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

-- Notes that the user was here at a time.
local function setSeen(user, time)
    local before, day = math.floor(user.seen / DAY), math.floor(time / DAY)
    if before < day and before > 0 then user.day = before end
    user.seen = math.max(user.seen, time, 1)
end

-- Notes that the user was here, unless the user did not want to be seen then.
local function see(user, time)
    if time < user.hidden then return end
    if isInvisible(user) then
        user.hidden = math.max(user.hidden, wall)
    else
        setSeen(user, time)
    end
end

-- The server's time when the engine's clock was `time`.
local function timeOf(time)
    if time >= began then return wall - (now - time) end
    return before - (began - time)
end

-- Notes when the device of a lease was heard for the last time, by its deadline.
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
