/**
 * What the other side says of something that was sent: it is made, certainly not, or perhaps.
 * `refused`: not now and not later; `isOwn`: by our own rules, so nothing was sent.
 * `not-yet`: not this time, and nothing is on its way.
 * `perhaps`: no answer, or one that leaves it open.
 */
export type Answer<Made, Why> =
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'refused'; readonly why: Why; readonly isOwn?: true }
  | Doubt<Why>

/** An answer after which it is sent or looked for again. */
export type Doubt<Why> = { readonly kind: 'not-yet' | 'perhaps'; readonly why: Why }

/** What a look at the other side shows; `perhaps` where it gives no answer. */
export type Look<Made, Why> =
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'missing' }
  | { readonly kind: 'perhaps'; readonly why: Why }

/**
 * What is stored after a claim. `held`: what the run whose id stands in it may send. `wasSent`: an
 * earlier run may have sent it, and no key protects a repeat.
 */
export type Claim<Held, Result> = {
  readonly result: Result
  readonly held?: Held | undefined
  readonly wasSent?: boolean
}

/**
 * Something sent to another system that can't be taken back. Each part may throw, and then all rests
 * as it is stored: the claim says that it was perhaps sent.
 */
export type Operation<Held, Made, Why, Result> = {
  /** Stores that it will be sent, under this random id; nothing is sent before. */
  readonly claim: (id: string) => Promise<Claim<Held, Result>>
  readonly send: (held: Held) => Promise<Answer<Made, Why>>
  /** How the other side is asked; absent where it can't be. */
  readonly askBack?: AskBack<Held, Made, Why, Result>
  /** Stores that it is made. */
  readonly store: (held: Held, made: Made) => Promise<Result>
  /** Stores that it is certainly not made, and will not be. */
  readonly refuse: (held: Held, why: Why) => Promise<Result>
  /** Puts it off: a later run claims it again. */
  readonly postpone: (held: Held, doubt: Doubt<Why>) => Promise<Result>
}

/** How another system is asked whether something is made. */
export type AskBack<Held, Made, Why, Result> = {
  readonly find: (held: Held) => Promise<Look<Made, Why>>
  /** Puts it off, as a look shows nothing; `why` is the answer to what was just sent, if it was. */
  readonly missing: (held: Held, why: Why | undefined) => Promise<Result>
  /** Whether enough looks agree that it is not made, so that it may be sent again. */
  readonly maySendAgain?: (held: Held) => boolean
}

type Claimed = { readonly claim?: string | undefined }

/**
 * Stores a claim under a random id, and does the work only if that id is what is stored. Safe to run
 * in several processes at once. Throws what its parts throw.
 */
export async function runClaimed<Held extends Claimed, Result>(
  claim: (id: string) => Promise<Claim<Held, Result>>,
  work: (held: Held, stored: Claim<Held, Result>) => Promise<Result>,
): Promise<Result> {
  const id = crypto.randomUUID()
  const stored = await claim(id)
  return stored.held?.claim === id ? work(stored.held, stored) : stored.result
}

/**
 * Claims, sends, asks back where the answer leaves it open, and stores what came of it: only the run
 * whose claim is stored sends. Throws what its parts throw.
 */
export function runOperation<Held extends Claimed, Made, Why, Result>(
  operation: Operation<Held, Made, Why, Result>,
): Promise<Result> {
  const { askBack } = operation
  return runClaimed(operation.claim, async (held, { wasSent, result }) => {
    const known = wasSent && askBack ? await lookFirst(askBack, held) : undefined
    const end = known ?? (await sendAndAskBack(operation, held))
    switch (end.kind) {
      case 'made':
        return operation.store(held, end.made)
      case 'refused':
        return operation.refuse(held, end.why)
      case 'missing':
        return askBack ? askBack.missing(held, end.why) : result
      case 'not-yet':
      case 'perhaps':
        return operation.postpone(held, end)
    }
  })
}

type Missing<Why> = { readonly kind: 'missing'; readonly why: Why | undefined }

// Undefined when it is certainly not made, and may be sent again.
async function lookFirst<Held, Made, Why, Result>(
  { find, maySendAgain }: AskBack<Held, Made, Why, Result>,
  held: Held,
): Promise<Answer<Made, Why> | Missing<Why> | undefined> {
  const look = await find(held)
  if (look.kind !== 'missing') return look
  return maySendAgain?.(held) ? undefined : { kind: 'missing', why: undefined }
}

// A refusal may be one of a repeat: what was made before counts, and where nobody knows it nothing is refused.
async function sendAndAskBack<Held, Made, Why, Result>(
  { send, askBack }: Operation<Held, Made, Why, Result>,
  held: Held,
): Promise<Answer<Made, Why> | Missing<Why>> {
  const answer = await send(held)
  const isCertain = answer.kind === 'made' || answer.kind === 'not-yet'
  if (!askBack || isCertain || (answer.kind === 'refused' && answer.isOwn)) return answer
  const look = await askBack.find(held)
  if (look.kind !== 'missing') return look
  return answer.kind === 'refused' ? answer : { kind: 'missing', why: answer.why }
}

/** Sends, and reads what is thrown as an answer; what `answerOf` does not know is thrown on. */
export async function answered<Made, Why>(
  send: () => Promise<Made>,
  answerOf: (error: unknown) => Answer<never, Why> | undefined,
): Promise<Answer<Made, Why>> {
  try {
    return { kind: 'made', made: await send() }
  } catch (error) {
    const answer = answerOf(error)
    if (!answer) throw error
    return answer
  }
}

/** Looks, and reads what is thrown as no answer; what `whyOf` does not know is thrown on. */
export async function looked<Made, Why>(
  find: () => Promise<Made | undefined>,
  whyOf: (error: unknown) => Why | undefined,
): Promise<Look<Made, Why>> {
  try {
    const made = await find()
    return made === undefined ? { kind: 'missing' } : { kind: 'made', made }
  } catch (error) {
    const why = whyOf(error)
    if (why === undefined) throw error
    return { kind: 'perhaps', why }
  }
}

/** Works again at once, up to `tries` times in all, while `isWorth` says so of what was thrown. */
export async function retry<Value>(
  work: () => Promise<Value>,
  { tries, isWorth }: { readonly tries: number; readonly isWorth: (error: unknown) => boolean },
): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (tries <= 1 || !isWorth(error)) throw error
    return retry(work, { tries: tries - 1, isWorth })
  }
}
