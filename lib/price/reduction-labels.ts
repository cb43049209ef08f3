import { formatDay } from '#lib/time/taipei-time.ts'
import { formatPrice } from './format-price.ts'
import { type OfferedLine, offerMissing, type OfferTerms } from './offers.ts'
import type { Reduction } from './price.ts'

function conditionText({ units, minimum }: OfferTerms): string {
  const some = units > 1 ? `買 ${units} 件以上` : ''
  return some + (minimum > 0 ? `滿 ${formatPrice(minimum)} ` : '')
}

/** What an offer gives for which goods, such as 「旅見 T 恤」任 2 件 NT$2,800. */
export function offerText(terms: OfferTerms): string {
  const { gives, goods, amount, units } = terms
  const what = goods || '全店'
  switch (gives) {
    case 'bundle':
      return `${what}任 ${units} 件 ${formatPrice(amount)}`
    case 'percent': {
      // As shops in Taiwan say it: 15 per cent off are 85 折, 10 per cent 9 折.
      const left = 100 - amount
      return `${what}${conditionText(terms)}打 ${left % 10 === 0 ? left / 10 : left} 折`
    }
    case 'amount':
      return `${what}${conditionText(terms)}折 ${formatPrice(amount)}`
    case 'free-delivery':
      return `${what}${conditionText(terms)}免運費`
  }
}

/** Until when an offer runs, or an empty value if it stays. */
export function offerDays({ ends }: OfferTerms): string {
  return ends === undefined ? '' : `到 ${formatDay(ends)}為止`
}

/** An offer in one line, with its last day. */
export function offerLine(terms: OfferTerms): string {
  return [`${terms.title}：${offerText(terms)}`, offerDays(terms)].filter(Boolean).join('，')
}

/** What a cart lacks for an offer, in one sentence, or undefined if it lacks nothing. */
export function offerHint(
  lines: readonly OfferedLine[],
  terms: OfferTerms,
  fee?: number,
): string | undefined {
  const missing = offerMissing(lines, terms, fee)
  if (!missing) return undefined
  const { units, price } = missing
  const moreUnits = units === 1 ? '再一件' : `再 ${units} 件`
  const more = price === undefined ? moreUnits : `再買 ${formatPrice(price)} `
  return `${more}就有「${terms.title}」：${offerText(terms)}。`
}

/** How offers and codes go together. */
export const OFFER_AND_CODE = '優惠與折扣碼不併用，結帳時自動套用總計較低的一種；免運可同時使用。'

/** What took something off, as a buyer knows it. */
export function reductionName({ kind, name }: Pick<Reduction, 'kind' | 'name'>): string {
  switch (kind) {
    case 'code':
      return `折扣碼 ${name}`
    case 'offer':
      return name
    case 'hand':
      return '折讓'
  }
}

/** The same as the owner knows it, with the reason of what was let go by hand. */
export function ownerReductionName(reduction: Reduction): string {
  const { kind, name } = reduction
  return kind === 'hand' ? `折讓（${name}）` : reductionName(reduction)
}

/** How much it took off, as text: an amount, or the delivery. */
export function reductionText({ goods, delivery }: Reduction): string {
  const amount = goods === 0 ? '' : `−${formatPrice(goods)}`
  return [amount, delivery === 0 ? '' : '免運費'].filter(Boolean).join('、')
}
