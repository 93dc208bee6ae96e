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
local ERASED = 1
-- Why a lease has ended.
local OFFLINE, SILENCE, GRACE, REPLACED, SESSION, KICKED, ERASURE = 1, 2, 3, 4, 5, 6, 7

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

-- How far the engine's clock advances when the server's clock has advanced by `elapsed`.
local function counted(elapsed)
    if elapsed < 0 then return 0 end
    if elapsed > INTERVAL + TOLERANCE then return INTERVAL end
    return elapsed
end

-- The engine's clock now.
local now = clock + counted(wall - at)

-- A record: version 8, last seen 8, flags 1, end of the status 8, hidden until 8, the last day
-- before that of last seen on which the user was here 2, visibility 1, how often that was set 4,
-- length of the status text 2, the text, and leases. A lease is 46 bytes: id 8, device 8, session
-- 16, duration 4, mode 1, flags 1, since 8. All numbers are big-endian.
local HEADER, LEASE = 42, 46
local DAY = 86400000
