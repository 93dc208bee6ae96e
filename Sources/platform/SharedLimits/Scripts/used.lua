#!lua flags=no-writes
-- Returns the milliseconds until each bucket is full; not above 0 for a full one.
local answer = {}
for index, bucket in ipairs(KEYS) do answer[index] = redis.call('PTTL', bucket) end
return answer
