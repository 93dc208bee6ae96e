#!lua flags=allow-oom
-- Notes that an instance runs. KEYS[1] the set of instances, ARGV[1] the instance, [2] the
-- milliseconds after which one that was not heard is forgotten. Returns how many there are.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1])
