import { atLeast, atMost, type Row } from './row.ts'

// A simulation with a clock of its own: what a shop does beyond the orders a second that one document an hour can count
// (docs/growth.md, Order numbers). Orders are stored without their number, which needs no document that all of them share; one instance
// at a time, by a lease, numbers what is stored, hundreds in a commit that writes the numbers and the counter together.

/** In milliseconds: distances of production, each half as long to half as long again. */
const READ = 10
const COMMIT = 40
/** Each order more in a commit. */
const WRITE = 0.5

/** Orders that one commit numbers. */
const BATCH = 200

/** Instances that may number. */
const INSTANCES = 3

/** In milliseconds: so long after its last commit an instance is taken to be gone. */
const LEASE = 2000

/** One commit in so many takes longer than the lease: its instance is taken to be gone, and is not. */
const STALLS = 150

/** One commit in so many is the last of its instance, before it arrives or after; another instance starts for it. */
const DIES = 100
const STARTS_AFTER = 1000

/** In milliseconds: how long an instance rests that finds nothing to number, or another one's lease. */
const REST = 20

const HOURS = ['2026112811', '2026112812'] as const

type Hour = (typeof HOURS)[number]

// As the shop numbers its orders.
const orderNumber = (hour: Hour, sequence: number) =>
  `Order${hour}-${String(sequence).padStart(4, '0')}`

/** Numbers between 0 and 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Placed = {
  readonly hour: Hour
  readonly storedAt: number
  number: string | undefined
  numberedAt: number
}

/** Orders that come at random, half of them before the hour ends, by when they are stored. */
function placedOrders(rate: number, seconds: number, chance: () => number): readonly Placed[] {
  const around = (time: number) => time * (0.5 + chance())
  return Array.from({ length: rate * seconds }, (): Placed => {
    const at = chance() * seconds * 1000
    const hour = HOURS[at < seconds * 500 ? 0 : 1]
    const storedAt = at + around(READ) + around(COMMIT)
    return { hour, storedAt, number: undefined, numberedAt: Number.NaN }
  }).toSorted((a, b) => a.storedAt - b.storedAt)
}

type Options = {
  readonly rate: number
  readonly seconds: number
  readonly seed: number
  /** Whether a commit is refused whose counter has changed since it was read, as a transaction's is. */
  readonly isChecked?: boolean
}

/** What became of the orders of one seed. */
type Numbered = {
  readonly commits: number
  readonly deaths: number
  readonly refused: number
  /** Numbers missing up to the count of an hour's orders. */
  readonly missing: number
  /** Numbers given to a second order, and orders given a second number. */
  readonly twice: number
  /** In milliseconds: how long each order was stored before it had its number. */
  readonly waits: readonly number[]
  /** Orders numbered a second, from the first order to the last number. */
  readonly speed: number
}

/** What an instance has read, and is committing. */
type Attempt = {
  readonly hour: Hour
  readonly count: number
  readonly batch: readonly Placed[]
  readonly dies: 'before' | 'after' | undefined
}

class Numbering {
  readonly seen = { commits: 0, deaths: 0, refused: 0, twice: 0 }
  readonly #orders: readonly Placed[]
  readonly #chance: () => number
  readonly #isChecked: boolean
  readonly #given = new Set<string>()
  readonly #counters = new Map<Hour, number>(HOURS.map((hour) => [hour, 0]))
  #lease = { holder: 0, until: 0 }
  #queue: { readonly at: number; readonly run: () => void }[] = []
  #now = 0
  #started = 0
  // The orders before this one have their number.
  #first = 0

  constructor(orders: readonly Placed[], chance: () => number, isChecked: boolean) {
    this.#orders = orders
    this.#chance = chance
    this.#isChecked = isChecked
  }

  run(): void {
    for (let instance = 0; instance < INSTANCES; instance += 1) this.#start(instance)
    while (this.#findFirst() < this.#orders.length) {
      const next = this.#queue.shift()
      if (!next) throw new Error('No instance is left')
      this.#now = next.at
      next.run()
    }
  }

  #findFirst(): number {
    while (this.#orders[this.#first]?.number !== undefined) this.#first += 1
    return this.#first
  }

  #after(time: number, run: () => void): void {
    const at = this.#now + time
    const place = this.#queue.findIndex((other) => other.at > at)
    this.#queue.splice(place === -1 ? this.#queue.length : place, 0, { at, run })
  }

  #around(time: number): number {
    return time * (0.5 + this.#chance())
  }

  #start(after: number): void {
    this.#started += 1
    const own = this.#started
    this.#after(after, () => this.#work(own))
  }

  // Takes the lease, or rests where another instance has it.
  #work(own: number): void {
    if (this.#lease.holder !== own && this.#lease.until > this.#now) {
      this.#after(REST, () => this.#work(own))
      return
    }
    this.#lease = { holder: own, until: this.#now + LEASE }
    this.#after(this.#around(READ), () => this.#read(own))
  }

  #read(own: number): void {
    const open = this.#orders
      .slice(this.#findFirst(), this.#first + 4 * BATCH)
      .filter(({ number, storedAt }) => number === undefined && storedAt <= this.#now)
    // The hour that began first is numbered first.
    const hour = HOURS.find((one) => open.some((order) => order.hour === one))
    if (hour === undefined) {
      this.#after(REST, () => this.#work(own))
      return
    }
    const batch = open.filter((order) => order.hour === hour).slice(0, BATCH)
    const death = this.#chance() * DIES
    const dies = death < 0.5 ? 'before' : death < 1 ? 'after' : undefined
    const attempt = { hour, count: this.#counters.get(hour) ?? 0, batch, dies } as const
    const stall = this.#chance() < 1 / STALLS ? LEASE : 0
    const takes = this.#around(COMMIT) + batch.length * WRITE + stall
    this.#after(takes, () => this.#commit(own, attempt))
  }

  #commit(own: number, { hour, count, batch, dies }: Attempt): void {
    if (dies !== 'before') {
      const isRefused = this.#isChecked && this.#counters.get(hour) !== count
      if (isRefused) this.seen.refused += 1
      else this.#give(hour, count, batch)
    }
    if (dies === undefined) {
      this.#work(own)
    } else {
      this.seen.deaths += 1
      this.#start(STARTS_AFTER)
    }
  }

  #give(hour: Hour, count: number, batch: readonly Placed[]): void {
    for (const [index, order] of batch.entries()) {
      const number = orderNumber(hour, count + index + 1)
      if (this.#given.has(number) || order.number !== undefined) this.seen.twice += 1
      this.#given.add(number)
      order.number = number
      order.numberedAt = this.#now
    }
    this.#counters.set(hour, count + batch.length)
    this.seen.commits += 1
  }
}

/** Numbers so many orders a second for so many seconds over the end of an hour. */
export function numberOrders({ rate, seconds, seed, isChecked = true }: Options): Numbered {
  const chance = random(seed)
  const orders = placedOrders(rate, seconds, chance)
  const numbering = new Numbering(orders, chance, isChecked)
  numbering.run()
  const given = new Set(orders.map(({ number }) => number))
  const missing = HOURS.flatMap((hour) => {
    const count = orders.filter((order) => order.hour === hour).length
    return Array.from({ length: count }, (_, index) => orderNumber(hour, index + 1))
  }).filter((number) => !given.has(number))
  const last = Math.max(...orders.map(({ numberedAt }) => numberedAt))
  return {
    ...numbering.seen,
    missing: missing.length,
    waits: orders.map(({ storedAt, numberedAt }) => numberedAt - storedAt),
    speed: (orders.length / last) * 1000,
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

/** Numbers orders of twenty seeds: [orders a second, seconds]. */
export async function orderNumbers([rate = 1000, seconds = 10]: readonly number[]): Promise<Row[]> {
  const runs = Array.from({ length: 20 }, (_, seed) =>
    numberOrders({ rate, seconds, seed: seed + 1 }),
  )
  const sum = (of: (run: Numbered) => number) => runs.reduce((total, run) => total + of(run), 0)
  const waits = runs.flatMap((run) => run.waits)
  console.log(
    `${sum(({ commits }) => commits)} commits, ${sum(({ deaths }) => deaths)} instances that died, ${sum(({ refused }) => refused)} commits refused`,
  )
  return [
    atMost(
      `numbers missing, ${rate} orders a second for ${seconds} s`,
      sum((run) => run.missing),
      0,
    ),
    atMost(
      'numbers given twice',
      sum((run) => run.twice),
      0,
    ),
    atLeast(
      'orders numbered a second, slowest run',
      Math.min(...runs.map((run) => run.speed)),
      rate / 2,
    ),
    atMost('half have their number within, ms', quantile(waits, 0.5), 3000),
    atMost('95 % have their number within, ms', quantile(waits, 0.95), 8000),
  ]
}
