import { taipeiDay } from '#lib/time/taipei-time.ts'
import {
  type AllowanceToMake,
  type InvoiceIssuer,
  InvoiceProblem,
  type InvoiceRecord,
  type InvoiceToIssue,
  type IssuedInvoice,
  type ListedInvoice,
  type NumberRange,
} from './issuer.ts'
import { periodOf, voidableUntil } from './tax-period.ts'

/** Runs a call, which may be lost before it is carried out or after. */
type Across = <Answer>(name: string, key: string, act: () => Answer) => Promise<Answer>

/** Test controls of the in-memory issuer: clock, call faults and numbers per period. */
type World = {
  readonly now: () => Date
  readonly across: Across
  readonly isMinistryAway?: () => boolean
  readonly numbers?: number
  /** Books shared with another memory. */
  readonly books?: Map<string, KeptInvoice>
}

/** An invoice of the memory's books, with its allowances by number. */
export type KeptInvoice = InvoiceRecord & { readonly allowances: ReadonlyMap<string, number> }

const refusal = (name: string, text: string) => new InvoiceProblem(name, 'refused', text)

/** A new invoice, the issuer's so-manieth. Throws InvoiceProblem for lines that do not add up. */
export function newInvoice(
  { total, lines, email, phone, target }: InvoiceToIssue,
  now: Date,
  count: number,
): KeptInvoice {
  if (lines.reduce((sum, line) => sum + line.count * line.price, 0) !== total)
    throw refusal('issue', '金額不符')
  if (email + phone === '') throw refusal('issue', '手機號碼與電子郵件需擇一填寫')
  const number = `M${String.fromCodePoint(64 + periodOf(now).term)}${10_000_000 + count}`
  const made = { number, random: '1234', issuedAt: now.toISOString() }
  const buyer = {
    ...(target.kind === 'company' ? { taxId: target.taxId } : {}),
    ...(email ? { email } : { phone }),
  }
  return { ...made, amount: total, remaining: total, isVoid: false, buyer, allowances: new Map() }
}

/** An invoice after its void. Throws InvoiceProblem when it is too late, or not whole. */
export function voidedInvoice(record: KeptInvoice, now: Date): KeptInvoice {
  if (record.isVoid) throw new InvoiceProblem('void', 'already-void', '已作廢過')
  if (record.remaining < record.amount)
    throw new InvoiceProblem('void', 'has-allowance', '已被折讓過')
  if (now >= voidableUntil(new Date(record.issuedAt))) throw refusal('void', '超過期限')
  return { ...record, isVoid: true }
}

/** An invoice after an allowance. Throws InvoiceProblem when less than that is left of it. */
export function allowedInvoice(record: KeptInvoice, number: string, amount: number): KeptInvoice {
  if (record.isVoid || record.remaining < amount) throw refusal('allowance', '金額超過')
  const allowances = new Map(record.allowances).set(number, amount)
  return { ...record, remaining: record.remaining - amount, allowances }
}

/** An in-memory issuer: the port's second adapter, for tests. */
export class MemoryIssuer implements InvoiceIssuer {
  /** Issued invoices by key. */
  readonly issued: Map<string, KeptInvoice>
  private readonly used = new Map<string, number>()
  private readonly world: World
  private allowed = 0

  constructor(world: World) {
    this.world = world
    this.issued = world.books ?? new Map()
  }

  issue = (overrides: InvoiceToIssue): Promise<IssuedInvoice> =>
    this.world.across('issue', overrides.relateNumber, () => this.add(overrides))

  find = (key: string): Promise<InvoiceRecord | undefined> =>
    this.world.across('find', key, () => {
      const found = this.issued.get(key)
      if (!found) return undefined
      const { allowances: _made, ...record } = found
      return record
    })

  issuedOn = (day: string): Promise<readonly ListedInvoice[]> =>
    this.world.across('list', day, () =>
      [...this.issued].flatMap(([key, { number, amount, isVoid, issuedAt }]) =>
        taipeiDay(new Date(issuedAt)) === day ? [{ key, number, amount, isVoid }] : [],
      ),
    )

  voidInvoice = (invoice: IssuedInvoice): Promise<void> =>
    this.world.across('void', this.keyOf(invoice), () => {
      this.change(invoice, (record) => voidedInvoice(record, this.world.now()))
    })

  allow = (overrides: AllowanceToMake): Promise<string> =>
    this.world.across('allowance', this.keyOf(overrides.invoice), () => {
      this.allowed += 1
      const number = `A${this.allowed}`
      const { invoice, amount } = overrides
      this.change(invoice, (record) => allowedInvoice(record, number, amount))
      return number
    })

  voidAllowance = async (invoice: IssuedInvoice, allowance: string): Promise<void> => {
    this.change(invoice, (record) => {
      const amount = record.allowances.get(allowance)
      if (amount === undefined) throw new InvoiceProblem('void-allowance', 'missing', '查無')
      const allowances = new Map(record.allowances)
      allowances.delete(allowance)
      return { ...record, remaining: record.remaining + amount, allowances }
    })
  }

  checkCarrier = async (code: string) => this.check(code, 'ZZ')
  checkDonation = async (code: string) => this.check(code, '000')
  findCompany = async (taxId: string) => (taxId === '04595257' ? '示範股份有限公司' : undefined)

  numberRanges = async (now: Date): Promise<readonly NumberRange[]> => {
    const { year, term } = periodOf(now)
    const left = this.left(`${year}-${term}`)
    return [{ year, term, left, isEnabled: true }]
  }

  private check(code: string, unknown: string) {
    if (this.world.isMinistryAway?.()) return 'unchecked'
    return code.endsWith(unknown) ? 'missing' : 'exists'
  }

  private left(period: string): number {
    return (this.world.numbers ?? 1_000_000) - (this.used.get(period) ?? 0)
  }

  private keyOf({ number }: IssuedInvoice): string {
    return [...this.issued].find(([, record]) => record.number === number)?.[0] ?? ''
  }

  private change(invoice: IssuedInvoice, next: (record: KeptInvoice) => KeptInvoice): void {
    const key = this.keyOf(invoice)
    const record = this.issued.get(key)
    if (record) this.issued.set(key, next(record))
  }

  private add(invoice: InvoiceToIssue): IssuedInvoice {
    const { relateNumber } = invoice
    if (this.issued.has(relateNumber)) throw new InvoiceProblem('issue', 'duplicate', '不可重複')
    const now = this.world.now()
    const made = newInvoice(invoice, now, this.issued.size)
    const { year, term } = periodOf(now)
    const period = `${year}-${term}`
    if (this.left(period) <= 0) throw new InvoiceProblem('issue', 'no-numbers', '字軌已用完')
    this.used.set(period, (this.used.get(period) ?? 0) + 1)
    this.issued.set(relateNumber, made)
    return { number: made.number, random: made.random, issuedAt: made.issuedAt }
  }
}
