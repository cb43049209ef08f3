// The random rows of counters.test.ts, four times as many of them.
process.env['TIMES'] = '4'
await import('../../e2e/database/counters.test.ts')
