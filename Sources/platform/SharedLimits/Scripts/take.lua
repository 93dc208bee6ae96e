#!lua
-- Takes a permit of each bucket, all or none: GCRA.take. KEYS are the buckets; ARGV has the spacing
-- and the burst of each one's rate. Returns 0 and the milliseconds until each bucket is full, or
-- the index of the first bucket without a permit and the milliseconds until it has one.
--
-- A bucket is a key without a value, which expires at the bucket's instant: then it is full. All
-- numbers are integers below 2^53, which Lua counts exactly.
local call = redis.call
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function put(bucket, due) call('SET', bucket, '', 'PXAT', string.format('%.0f', due)) end

local dues = {}
for index, bucket in ipairs(KEYS) do
    local spacing, burst = tonumber(ARGV[index * 2 - 1]), tonumber(ARGV[index * 2])
    local stored = dues[bucket] or call('PEXPIRETIME', bucket)
    local due = math.min(math.max(stored, now), now + spacing * burst)
    local wait = due - now - spacing * (burst - 1)
    if wait > 0 then
        -- The server's clock was set back: see GCRA.take.
        if due < stored then put(bucket, due) end
        return { index, wait }
    end
    dues[bucket] = due + spacing
end
local answer = { 0 }
for index, bucket in ipairs(KEYS) do
    put(bucket, dues[bucket])
    answer[index + 1] = dues[bucket] - now
end
return answer
