import {
  type CreatedOrder,
  type ProblemKind,
  type ProviderDispute,
  type ProviderMessage,
  type ProviderOrder,
  ProviderProblem,
} from '#lib/payment/provider.ts'

/** The calls that reached a provider, in their order, such as `capture PP1 capture:PP1:1`. */
export const calls: string[] = []

/** A problem of this kind, as an adapter throws it. */
export function problem(kind: ProblemKind, issue: string = kind): ProviderProblem {
  return new ProviderProblem('test', { kind, status: 422, issue, debugId: undefined })
}

/** The prepared answers to one kind of call. */
export class Line<Value> {
  readonly #name: string
  #answers: (() => Value | Promise<Value>)[] = []
  // Whether the answer that stays was given at least once.
  #isGiven = false

  constructor(name: string) {
    this.#name = name
  }

  /** Prepares answers, each for one call. */
  says(...values: readonly Value[]): this {
    for (const value of values) this.does(() => value)
    return this
  }

  /** Prepares failures, each for one call. */
  fails(...kinds: readonly (ProblemKind | ProviderProblem)[]): this {
    for (const kind of kinds) {
      const failure = typeof kind === 'string' ? problem(kind) : kind
      this.does(() => Promise.reject(failure))
    }
    return this
  }

  /** Prepares an answer with what happens until it comes. */
  does(act: () => Value | Promise<Value>): this {
    if (this.#isGiven) this.clear()
    this.#answers.push(act)
    return this
  }

  /** Answers a call; the last answer to a question stays until another is prepared. */
  async answer(what: string, isQuestion = false): Promise<Value> {
    calls.push(`${this.#name} ${what}`.trim())
    const [next] = this.#answers
    if (!next) throw new Error(`No answer is prepared: ${this.#name} ${what}`)
    if (!isQuestion || this.#answers.length > 1) this.#answers.shift()
    else this.#isGiven = true
    return next()
  }

  /** Forgets the prepared answers. */
  clear(): void {
    this.#answers = []
    this.#isGiven = false
  }
}

/** The answers of the providers to come; a question keeps its last answer, a request has one answer each. */
export const provider = {
  create: new Line<CreatedOrder>('create'),
  find: new Line<ProviderOrder | undefined>('find'),
  findPaid: new Line<readonly ProviderOrder[]>('find paid'),
  capture: new Line<void>('capture'),
  refund: new Line<void>('refund'),
  findDispute: new Line<ProviderDispute | undefined>('find dispute'),
  message: new Line<ProviderMessage>('message'),
  isOwnPage: true,
}

/** Forgets every call and prepared answer. */
export function resetProviders(): void {
  calls.length = 0
  const { isOwnPage: _page, ...lines } = provider
  for (const line of Object.values(lines)) line.clear()
  provider.isOwnPage = true
}
