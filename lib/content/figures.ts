import {
  CHANGE_HOURS,
  DATA_DELETION_WORKING_DAYS,
  FACTS_CANCEL_DAYS,
  HANDLING_DAYS,
  MAILED_LINK_DAYS,
  REFUND_ACCOUNT_DAYS,
  PATENT,
  REFUND_WORKING_DAYS,
  RETURN_DAYS,
} from '../company/company.ts'
import { TRADE } from '../company/trade.ts'
import type { PublicTrade } from '../company/trade-schema.ts'
import { tradeWords } from './content-words.ts'
import { formatDay } from '../time/taipei-time.ts'

/** Patterns of figures by kind. */
const WRITTEN = {
  amount: /NT\$ ?[\d,]+/gu,
  workingDays: /\d+(?:[–~-]\d+)? ?個?工作[天日]/gu,
  days: /\d+(?:[–~-]\d+)? ?(?:天|日內)/gu,
  hours: /\d+ ?個?小時/gu,
  pieces: /\d+ ?件/gu,
  clock: /週.至週. \d\d:\d\d[–~-]\d\d:\d\d|\d\d:\d\d/gu,
  patent: /M\d{5,}/gu,
  day: /\d{4} ?年 ?\d+ ?月 ?\d+ ?日/gu,
} as const
type Kind = keyof typeof WRITTEN

/** A figure that pages may state: in a clause about this, exactly so; `name` in braces writes it. */
type FigurePromise = {
  readonly kind: Kind
  readonly about: RegExp
  readonly says: string
  readonly name?: string
}

// What the owner decides in content/info/trade.md. Each clause about it is one of these, whatever it says.
function tradePromises(trade: PublicTrade): readonly FigurePromise[] {
  const { delivery_fee, free_delivery_from, most_pieces, support_hours } = tradeWords(trade)
  const limit = { kind: 'amount', about: /免運/u, says: free_delivery_from } as const
  const fee = { kind: 'amount', says: delivery_fee, name: 'delivery_fee' } as const
  return [
    { ...limit, name: 'free_delivery_from' },
    { ...fee, about: /未滿/u },
    { ...fee, about: /(?<!免)運費/u },
    {
      kind: 'pieces',
      about: /(?:每筆|每款|每人|一次|同款).*最多/u,
      says: `${most_pieces} 件`,
      name: 'most_pieces',
    },
    { kind: 'clock', about: /客服/u, says: support_hours, name: 'support_hours' },
  ]
}

/** Every figure of delivery, return, support and patent, as the pages must write it. */
function allPromises(trade: PublicTrade): readonly FigurePromise[] {
  return [
    ...tradePromises(trade),
    {
      kind: 'workingDays',
      about: /現貨/u,
      says: `${HANDLING_DAYS.from}–${HANDLING_DAYS.to} 個工作天`,
    },
    { kind: 'workingDays', about: /退款|換貨/u, says: `${REFUND_WORKING_DAYS} 個工作天` },
    { kind: 'workingDays', about: /身分/u, says: `${DATA_DELETION_WORKING_DAYS} 個工作天` },
    { kind: 'days', about: /收到|猶豫期/u, says: `${RETURN_DAYS} 天` },
    { kind: 'days', about: /公布後/u, says: `${FACTS_CANCEL_DAYS} 天` },
    { kind: 'days', about: /連結/u, says: `${MAILED_LINK_DAYS} 天` },
    { kind: 'days', about: /退款帳戶/u, says: `${REFUND_ACCOUNT_DAYS} 天` },
    { kind: 'hours', about: /訂單成立|超過/u, says: `${CHANGE_HOURS} 小時` },
    { kind: 'clock', about: /./u, says: trade.hours },
    { kind: 'patent', about: /./u, says: PATENT.number },
    { kind: 'day', about: /公告日/u, says: formatDay(PATENT.announced) },
  ]
}

/** A figure that no promise of the shop vouches for, with its clause. */
export type StrayFigure = { readonly figure: string; readonly clause: string }

const clausesOf = (text: string) => text.split(/[，。；、！？\n]/u)

const plain = (figure: string) => figure.replaceAll(' ', '')

// The figures of a kind in a clause that none of the promises about it states.
function unvouched(clause: string, kind: Kind, promises: readonly FigurePromise[]): string[] {
  const said = promises.flatMap((one) =>
    one.kind === kind && one.about.test(clause) ? [one.says] : [],
  )
  // Hours may be written in any words, of which the pattern knows parts.
  const rest =
    kind === 'clock' ? said.reduce((left, hours) => left.replace(hours, ''), clause) : clause
  const figures = [...(rest.match(WRITTEN[kind]) ?? [])]
  return figures.filter((figure) => !said.some((one) => plain(one) === plain(figure)))
}

/** Every figure of a kind watched here that disagrees with the shop's own, or that none of them is about. */
export function findStrayFigures(text: string, trade: PublicTrade = TRADE): readonly StrayFigure[] {
  const promises = allPromises(trade)
  const kinds = [...new Set(promises.map(({ kind }) => kind))]
  return clausesOf(text).flatMap((clause) =>
    kinds
      .flatMap((kind) => unvouched(clause, kind, promises))
      .map((figure) => ({ figure, clause: clause.trim() })),
  )
}

/** A figure that says another thing than the trade, what the trade says, and the name in braces that writes it. */
export type TradeContradiction = {
  readonly figure: string
  readonly says: string
  readonly name: string
}

/** The first figure of a text about delivery, pieces or support hours that contradicts the trade (rule 1243). */
export function findTradeContradiction(
  text: string,
  trade: PublicTrade,
): TradeContradiction | undefined {
  const promises = tradePromises(trade)
  for (const clause of clausesOf(text)) {
    for (const { kind, about, says, name = '' } of promises) {
      const [figure] = about.test(clause) ? unvouched(clause, kind, promises) : []
      if (figure !== undefined) return { figure, says, name }
    }
  }
  return undefined
}
