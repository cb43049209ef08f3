import { type ProblemKind, ProviderProblem } from '../../order/payment/provider.ts'

/** Calls to LINE Pay. */
export type LinePayCallName = 'request' | 'check' | 'confirm' | 'details' | 'refund'

// "Not there" (LINE Pay, result codes): also what ids of the sandbox are for the live host.
const MISSING = ['1150', '1155', '1159']

// The buyer's account, card or limits: this request is at its end, another one may do better.
const BUYERS = ['1101', '1102', '1110', '1141', '1142', '1170', '1298', '2024'].concat(
  Array.from({ length: 17 }, (_, number) => String(1280 + number)),
)

// Ours: host and channel, signature, amount and currency, parameters.
const OURS = '1104 1105 1106 1124 1153 1178 2101 2102 2103'.split(' ')

// The amount lies below or above what this shop may take (LINE Pay, result codes): nothing was taken.
const LIMITS = ['1183', '1184']

type Codes = Readonly<Record<string, ProblemKind>>

const all = (codes: readonly string[], kind: ProblemKind): Codes =>
  Object.fromEntries(codes.map((code) => [code, kind]))

/**
 * Maps codes to problems by call; others leave the outcome unknown. A confirmation trusts only
 * refusals and limits.
 */
const KINDS: Readonly<Record<LinePayCallName, Codes>> = {
  // A request moves no money, so every refusal is final.
  request: all([...BUYERS, ...OURS, ...LIMITS, '1172', '1177'], 'refused'),
  check: all(MISSING, 'missing'),
  confirm: {
    ...all([...BUYERS, ...LIMITS], 'final'),
    ...all(MISSING, 'missing'),
    ...all(['1152', '1169', '1172'], 'read-back'),
  },
  details: all(MISSING, 'missing'),
  refund: all([...MISSING, ...OURS, ...LIMITS, '1115', '1163', '1164', '1165'], 'refused'),
}

/** A code of LINE Pay's that is no success, as a ProviderProblem; its message may name the buyer and is left out. */
export function linePayProblem(request: LinePayCallName, code: string): ProviderProblem {
  const kind = KINDS[request][code] ?? 'unknown'
  const issue = `LINE_PAY_${code.slice(0, 8)}`
  return new ProviderProblem(request, { kind, status: 200, issue, debugId: undefined })
}
