#!lua flags=allow-oom
-- Undoes a take: GCRA.refund. KEYS are the buckets, ARGV the spacings of their rates.
for index, bucket in ipairs(KEYS) do
    local due = redis.call('PEXPIRETIME', bucket)
    -- At an instant that has passed, the key is deleted.
    if due > 0 then
        redis.call('PEXPIREAT', bucket, string.format('%.0f', due - tonumber(ARGV[index])))
    end
end
