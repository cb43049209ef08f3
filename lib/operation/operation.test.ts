import assert from 'node:assert/strict'
import { test, afterEach, beforeEach, describe, mock } from 'node:test'
import { setImmediate as tick } from 'node:timers/promises'

import {
  type Answer,
  answered,
  type OutcomeCheck,
  type Look,
  looked,
  type Operation,
  retry,
  runOperation,
  sweepDue,
  sweepJob,
  sweepTask,
  type SweepTask,
} from './operation.ts'
import { backoff, doLookupsAgree, isInFlight, later } from './timing.ts'

type Held = { readonly claim: string }
type Parts = Partial<Operation<Held, string, string, string>>
type Find = OutcomeCheck<Held, string, string, string>['find']

// Runs an operation of which only these parts matter, and returns its calls and its result.
async function run(
  parts: Parts & {
    readonly isOthers?: true
    readonly wasSent?: true
    readonly maySendAgain?: () => boolean
    readonly find?: Find
  },
) {
  const calls: string[] = []
  const say = (call: string) => {
    calls.push(call)
    return Promise.resolve(call)
  }
  const { isOthers, wasSent = false, send, find, maySendAgain, ...others } = parts
  const result = await runOperation<Held, string, string, string>({
    claim: (claim) =>
      Promise.resolve({ held: { claim: isOthers ? 'other' : claim }, wasSent, result: 'theirs' }),
    store: (_held, made) => say(`store ${made}`),
    refuse: (_held, why) => say(`refuse ${why}`),
    postpone: (_held, { kind, why }) => say(`postpone ${kind} ${why}`),
    ...others,
    send: (held) => {
      calls.push('send')
      return send ? send(held) : Promise.resolve(MADE)
    },
    ...(find && {
      confirmOutcome: {
        find: (held) => {
          calls.push('find')
          return find(held)
        },
        missing: (_held, why = '') => say(`missing ${why}`.trim()),
        ...(maySendAgain && { maySendAgain }),
      },
    }),
  })
  return { calls, result }
}

const MADE = { kind: 'made', made: 'number 1' } as const
const says = <Value>(value: Value) => {
  return () => Promise.resolve(value)
}
const finds = (look: Look<string, string>) => says(look)
const MISSING = finds({ kind: 'missing' })
const FOUND = finds({ kind: 'made', made: 'number 2' })
const SILENT = finds({ kind: 'perhaps', why: 'silence' })

test('a run whose claim is not stored sends nothing, and answers what is stored', async () => {
  assert.deepEqual(await run({ isOthers: true, find: FOUND }), { calls: [], result: 'theirs' })
  const none = await run({ claim: says({ result: 'theirs' }), find: FOUND })
  assert.deepEqual(none, { calls: [], result: 'theirs' })
})

// What the other side answers, what a look shows then, and what is done.
const answers: [Answer<string, string>, Find | undefined, string[]][] = [
  [MADE, FOUND, ['store number 1']],
  [{ kind: 'refused', why: 'no' }, undefined, ['refuse no']],
  [{ kind: 'refused', why: 'no' }, MISSING, ['find', 'refuse no']],
  [{ kind: 'refused', why: 'no' }, FOUND, ['find', 'store number 2']],
  [{ kind: 'refused', why: 'no' }, SILENT, ['find', 'postpone perhaps silence']],
  [{ kind: 'refused', why: 'own', isOwn: true }, FOUND, ['refuse own']],
  [{ kind: 'not-yet', why: 'busy' }, FOUND, ['postpone not-yet busy']],
  [{ kind: 'perhaps', why: 'lost' }, undefined, ['postpone perhaps lost']],
  [{ kind: 'perhaps', why: 'lost' }, FOUND, ['find', 'store number 2']],
  [{ kind: 'perhaps', why: 'lost' }, MISSING, ['find', 'missing lost']],
  [{ kind: 'perhaps', why: 'lost' }, SILENT, ['find', 'postpone perhaps silence']],
]

for (const [answer, find, after] of answers) {
  test(`the answer "${answer.kind}" leads to ${after.join(', ')}`, async () => {
    const { calls } = await run({ send: says(answer), ...(find && { find }) })
    assert.deepEqual(calls, ['send', ...after])
  })
}

test('what an earlier run perhaps sent is looked for first, and sent again only when looks agree', async () => {
  const wasSent = true as const
  const stored = { wasSent, maySendAgain: () => true }
  assert.deepEqual((await run({ ...stored, find: FOUND })).calls, ['find', 'store number 2'])
  assert.deepEqual((await run({ ...stored, find: SILENT })).calls, [
    'find',
    'postpone perhaps silence',
  ])
  assert.deepEqual((await run({ wasSent, find: MISSING })).calls, ['find', 'missing'])
  assert.deepEqual((await run({ ...stored, find: MISSING })).calls, [
    'find',
    'send',
    'store number 1',
  ])
})

test('a fault on the way stops there: what the claim says stays', async () => {
  const fault = new Error('the database is away')
  const calls = run({ send: () => Promise.reject(fault), find: FOUND })
  await assert.rejects(calls, fault)
})

const known = (error: unknown) =>
  error instanceof RangeError ? ({ kind: 'refused', why: error.message } as const) : undefined
const fails = (thrown: Error) => async (): Promise<never> => {
  await tick()
  throw thrown
}

test('what is thrown is an answer, or no answer to a look, where it is known', async () => {
  assert.deepEqual(await answered(says('number 1'), known), MADE)
  const refused = { kind: 'refused', why: 'no' }
  assert.deepEqual(await answered(fails(new RangeError('no')), known), refused)
  await assert.rejects(answered(fails(new TypeError()), known), TypeError)
  const whyOf = (error: unknown) => known(error)?.why
  assert.deepEqual(await looked(says('number 1'), whyOf), MADE)
  assert.deepEqual(await looked(says(undefined), whyOf), { kind: 'missing' })
  const silent = { kind: 'perhaps', why: 'no' }
  assert.deepEqual(await looked(fails(new RangeError('no')), whyOf), silent)
  await assert.rejects(looked(fails(new TypeError()), whyOf), TypeError)
})

test('work is tried again as often as is said, for errors that are worth it', async () => {
  let count = 0
  const work = (failures: number, error: Error) => () => {
    count += 1
    return count <= failures ? Promise.reject(error) : Promise.resolve('done')
  }
  const often = { tries: 3, isWorth: (error: unknown) => error instanceof RangeError }
  assert.equal(await retry(work(2, new RangeError()), often), 'done')
  count = 0
  await assert.rejects(retry(work(3, new RangeError()), often), RangeError)
  assert.equal(count, 3)
  count = 0
  await assert.rejects(retry(work(1, new TypeError()), often), TypeError)
  assert.equal(count, 1)
})

test('what was sent is in flight for two minutes, and looks agree when they are as far apart', () => {
  const now = new Date('2026-11-23T02:00:00.000Z')
  const ago = (seconds: number) => later(now, -seconds * 1000)
  assert.deepEqual(
    [119, 120].map((age) => isInFlight(ago(age), now)),
    [true, false],
  )
  assert.equal(isInFlight(undefined, now), false)
  assert.deepEqual(
    [119, 120].map((age) => doLookupsAgree(ago(age), now)),
    [false, true],
  )
  assert.deepEqual(
    [59, 60].map((age) => doLookupsAgree(ago(age), now, 60_000)),
    [false, true],
  )
  assert.equal(doLookupsAgree(undefined, now), false)
})

test('pauses double up to the longest, whatever the number of tries', () => {
  const pauses = [0, 1, 2, 3, 4000].map((tries) => backoff({ first: 10, most: 70 }, tries))
  assert.deepEqual(pauses, [10, 20, 40, 70, 70])
})

/** Something to be made once at another system which has no key, as the database stores it. */
type Stored = {
  readonly state: 'wished' | 'sending' | 'made' | 'refused'
  readonly claim?: string
  readonly sentAt?: string
  readonly unchangedAt?: string | undefined
}

/** The database, the other system, and what is still on its way there. */
class World {
  time = Date.parse('2026-11-23T02:00:00.000Z')
  stored: Stored = { state: 'wished' }
  made = 0
  late: { readonly at: number }[] = []
  seed: number
  hasTrouble = true

  constructor(seed: number) {
    this.seed = seed
  }

  random(): number {
    this.seed = (this.seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return this.seed / 2_147_483_648
  }

  pass(seconds: number): void {
    this.time += seconds * 1000
    this.made += this.late.filter(({ at }) => at <= this.time).length
    this.late = this.late.filter(({ at }) => at > this.time)
  }
}

class Killed extends Error {}

type Sending = { readonly claim?: string; readonly unchangedAt?: string | undefined }

// The operation as an instance runs it whose clock is so many seconds ahead.
function operation(world: World, ahead: number): Operation<Sending, true, string, Stored['state']> {
  const now = () => new Date(world.time + ahead * 1000)
  const pause = async () => {
    for (let left = Math.floor(world.random() * 6); left > 0; left -= 1) await tick()
    if (world.hasTrouble && world.random() < 0.05) throw new Killed()
  }
  const change = async (next: (stored: Stored) => Stored | undefined) => {
    await pause()
    world.stored = next(world.stored) ?? world.stored
    return world.stored.state
  }
  const isMine = (stored: Stored, { claim }: Sending) =>
    stored.state === 'sending' && stored.claim === claim
  return {
    claim: async (claim) => {
      let wasSent = false
      const result = await change((stored) => {
        const { state, sentAt } = stored
        if (state === 'made' || state === 'refused' || isInFlight(sentAt, now())) return undefined
        wasSent = state === 'sending'
        return { ...stored, state: 'sending', claim, sentAt: now().toISOString() }
      })
      return { held: world.stored, wasSent, result }
    },
    send: async () => {
      await pause()
      const chance = world.hasTrouble ? world.random() : 1
      if (chance < 0.15) return { kind: 'not-yet', why: 'busy' }
      if (chance < 0.3) return { kind: 'perhaps', why: 'never arrived' }
      if (chance < 0.5) {
        world.late.push({ at: world.time + world.random() * 40_000 })
        return { kind: 'perhaps', why: 'arrives later' }
      }
      if (chance < 0.55) return { kind: 'refused', why: 'no' }
      world.made += 1
      await pause()
      return chance < 0.75 ? { kind: 'perhaps', why: 'answer lost' } : { kind: 'made', made: true }
    },
    confirmOutcome: {
      find: async () => {
        await pause()
        if (world.hasTrouble && world.random() < 0.2) return { kind: 'perhaps', why: 'silence' }
        return world.made > 0 ? { kind: 'made', made: true } : { kind: 'missing' }
      },
      maySendAgain: ({ unchangedAt }) => doLookupsAgree(unchangedAt, now()),
      missing: (held) =>
        change((stored) =>
          isMine(stored, held)
            ? { ...stored, unchangedAt: stored.unchangedAt ?? later(now(), 0) }
            : undefined,
        ),
    },
    store: () => change((stored) => ({ ...stored, state: 'made' })),
    refuse: (held) =>
      change((stored) => (isMine(stored, held) ? { ...stored, state: 'refused' } : undefined)),
    postpone: () => Promise.resolve(world.stored.state),
  }
}

const runAs = async (world: World, ahead: number) => {
  try {
    await runOperation(operation(world, ahead))
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

test('two instances with clocks 60 s apart make it once, whatever is lost, late or killed', async () => {
  let [refused, repeated] = [0, 0]
  for (let seed = 1; seed <= 600; seed += 1) {
    const world = new World(seed)
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([runAs(world, 0), runAs(world, 60)])
      world.pass(world.random() * 150)
    }
    world.hasTrouble = false
    for (let round = 0; round < 6; round += 1) {
      await runAs(world, round % 2 === 0 ? 0 : 60)
      world.pass(200)
    }
    const { state } = world.stored
    refused += state === 'refused' ? 1 : 0
    repeated += world.stored.unchangedAt === undefined ? 0 : 1
    assert.equal(world.made, state === 'refused' ? 0 : 1, `seed ${seed}: ${state}`)
    assert.ok(state === 'made' || state === 'refused', `seed ${seed}: ${state}`)
  }
  assert.ok(refused > 10 && repeated > 50, `${refused} refused, ${repeated} looked at again`)
})

type Item = { readonly id: string }

let waiting: Item[] = []
let steps: string[] = []

const fresh = () => {
  mock.method(console, 'error', () => {})
  waiting = []
  steps = []
}

const items = (count: number, name = 'item') =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}-${index}` }))

// What a step does not take out stays due.
const takeOut = ({ id }: Item) => {
  steps.push(id)
  waiting = waiting.filter((item) => item.id !== id)
  return Promise.resolve('moved' as const)
}

const task = (parts: Partial<SweepTask<Item>> = {}): SweepTask<Item> => ({
  name: 'test',
  due: (limit) => Promise.resolve({ items: waiting.slice(0, limit) }),
  step: takeOut,
  ...parts,
})

const sweep = (parts: Partial<SweepTask<Item>> = {}) => sweepDue([sweepTask(task(parts))], 1000)

describe('what is due', () => {
  beforeEach(fresh)
  afterEach(() => mock.reset())

  test('everything that is due is taken on, batch after batch', async () => {
    waiting = items(120)
    assert.deepEqual(await sweep(), { looked: 120, moved: 120, failed: 0, unreadable: 0 })
    waiting = items(120)
    assert.equal((await sweep({ isOneBatch: true })).looked, 50)
  })

  test('one that stays due is taken on once', async () => {
    waiting = items(50)
    const step = ({ id }: Item) => {
      steps.push(id)
      return Promise.resolve('same' as const)
    }
    assert.deepEqual(await sweep({ step }), { looked: 50, moved: 0, failed: 0, unreadable: 0 })
    assert.equal(new Set(steps).size, steps.length)
  })

  test('one that fails is put off, and holds up no other, also when it cannot be put off', async () => {
    waiting = items(3)
    const postponed: string[] = []
    const counts = await sweep({
      step: (item) => (item.id === 'item-0' ? Promise.reject(new Error('no')) : takeOut(item)),
      postpone: ({ id }) => {
        postponed.push(id)
        return Promise.reject(new Error('the database is away'))
      },
    })
    assert.deepEqual(counts, { looked: 3, moved: 2, failed: 1, unreadable: 0 })
    assert.deepEqual(postponed, ['item-0'])
  })

  test('one that cannot be read is put off once, and counted', async () => {
    const postponed: string[] = []
    const counts = await sweep({
      due: () => Promise.resolve({ items: [], unreadable: ['bad'] }),
      postponeUnreadable: (id) => {
        postponed.push(id)
        return Promise.resolve()
      },
    })
    assert.deepEqual(
      [counts, postponed],
      [{ looked: 0, moved: 0, failed: 0, unreadable: 1 }, ['bad']],
    )
  })

  test('nothing begins when the time is over, and later tasks get what is left of it', async () => {
    let time = 0
    mock.method(performance, 'now', () => time)
    waiting = items(10)
    const slow = sweepTask(
      task({
        step: (item) => {
          time += 40
          return takeOut(item)
        },
      }),
    )
    assert.equal((await sweepDue([slow, slow], 100)).looked, 3)
    assert.deepEqual(steps, ['item-0', 'item-1', 'item-2'])
  })

  test('a failure that the next one would meet alike ends the task and no other', async () => {
    waiting = items(3)
    const fails = task({
      step: () => Promise.reject(new RangeError('throttled')),
      endsAfter: (error) => error instanceof RangeError,
    })
    const counts = await sweepDue([sweepTask(fails), sweepTask(task())], 1000)
    assert.deepEqual(counts, { looked: 4, moved: 3, failed: 1, unreadable: 0 })
  })
})

const includes = ({ id }: Item) => id.endsWith('1') || id.endsWith('3')

describe('items that are taken on together', () => {
  beforeEach(fresh)
  afterEach(() => mock.reset())

  test('some are taken on together, before the others; where that fails, each is put off', async () => {
    waiting = items(4)
    const together = {
      includes,
      step: (joined: readonly Item[]) => {
        steps.push(joined.map(({ id }) => id).join(' and '))
        return Promise.resolve(joined.map(() => 'same' as const))
      },
    }
    const counts = await sweep({ together })
    assert.deepEqual(steps, ['item-1 and item-3', 'item-0', 'item-2'])
    assert.deepEqual(counts, { looked: 4, moved: 2, failed: 0, unreadable: 0 })
    waiting = items(4)
    const fails = { includes, step: () => Promise.reject(new Error('no')) }
    assert.deepEqual(await sweep({ together: fails }), {
      looked: 4,
      moved: 2,
      failed: 2,
      unreadable: 0,
    })
  })

  test('as many are taken on at the same time as the task says', async () => {
    waiting = items(9)
    let [now, most] = [0, 0]
    const step = async (item: Item) => {
      now += 1
      most = Math.max(most, now)
      await Promise.resolve()
      now -= 1
      return takeOut(item)
    }
    await sweep({ step, atOnce: 3 })
    assert.equal(most, 3)
  })

  test('a job that fails is counted, and the tasks after it run', async () => {
    waiting = items(1)
    const fails = sweepJob('test', () => Promise.reject(new Error('no')))
    const works = sweepJob('test', () => {
      steps.push('job')
      return Promise.resolve()
    })
    const counts = await sweepDue([fails, works, sweepTask(task())], Infinity)
    assert.deepEqual(counts, { looked: 1, moved: 1, failed: 1, unreadable: 0 })
    assert.deepEqual(steps, ['job', 'item-0'])
  })
})
