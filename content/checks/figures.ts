import { MAX_QUANTITY } from '#lib/cart/cart.ts'
import { FREE_SHIPPING_FROM, SHIPPING_FEE } from '#lib/price/price.ts'
import {
  CHANGE_HOURS,
  DATA_DELETION_WORKING_DAYS,
  FACTS_CANCEL_DAYS,
  MAILED_LINK_DAYS,
  PATENT,
  REFUND_WORKING_DAYS,
  RETURN_DAYS,
  HANDLING_DAYS,
  SUPPORT_HOURS,
} from '#lib/company/company.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

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

/** A figure that pages may state: in a clause about this, exactly so. */
type FigurePromise = { readonly kind: Kind; readonly about: RegExp; readonly says: string }

const amount = (value: number) => `NT$${value.toLocaleString('en-US')}`

/** Every figure of delivery, return, support and patent, as the pages must write it. */
const PROMISED: readonly FigurePromise[] = [
  { kind: 'amount', about: /免運/u, says: amount(FREE_SHIPPING_FROM) },
  { kind: 'amount', about: /未滿/u, says: amount(SHIPPING_FEE) },
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
  { kind: 'hours', about: /訂單成立|超過/u, says: `${CHANGE_HOURS} 小時` },
  { kind: 'pieces', about: /最多/u, says: `${MAX_QUANTITY} 件` },
  { kind: 'clock', about: /./u, says: SUPPORT_HOURS },
  { kind: 'patent', about: /./u, says: PATENT.number },
  { kind: 'day', about: /公告日/u, says: formatDay(PATENT.announced) },
]

/** A figure that no promise of the shop vouches for, with its clause. */
export type StrayFigure = { readonly figure: string; readonly clause: string }

/** Every figure of a kind watched here that disagrees with the shop's constants, or that none of them is about. */
export function findStrayFigures(text: string): readonly StrayFigure[] {
  const clauses = text.split(/[，。；、！？\n]/u)
  return clauses.flatMap((clause) => strayFigures(clause))
}

function strayFigures(clause: string): StrayFigure[] {
  return [...new Set(PROMISED.map(({ kind }) => kind))]
    .flatMap((kind) => (clause.match(WRITTEN[kind]) ?? []).map((figure) => ({ kind, figure })))
    .filter(({ kind, figure }) => !isPromised(kind, figure, clause))
    .map(({ figure }) => ({ figure, clause: clause.trim() }))
}

function isPromised(kind: Kind, figure: string, clause: string): boolean {
  return PROMISED.some(
    (promised) => promised.kind === kind && promised.about.test(clause) && promised.says === figure,
  )
}
