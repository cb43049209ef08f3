import { TRADE } from '../company/trade.ts'
import type { PublicTrade } from '../company/trade-schema.ts'
import { formatPrice } from './price.ts'

/**
 * What a text may say of the trade, by the names in braces by which it does, such as {delivery_fee}. Empty for what the
 * shop does not have: no limit, no free delivery.
 */
export function tradeWords(trade: PublicTrade = TRADE) {
  const { delivery_fee: fee, free_delivery_from: from } = trade
  const isFree = fee === 0
  const limit = isFree || from === undefined ? '' : formatPrice(from)
  const everyOrder = isFree ? '全館免運費' : `每筆訂單運費 ${formatPrice(fee)}`
  const terms = `單筆訂單商品金額滿 ${limit} 免運費，未滿則收 ${formatPrice(fee)}`
  const short = isFree ? '全館免運' : `運費 ${formatPrice(fee)}`
  return {
    delivery_fee: formatPrice(fee),
    free_delivery_from: limit,
    delivery_terms: limit === '' ? everyOrder : terms,
    free_delivery: limit === '' ? short : `滿 ${limit} 免運`,
    delivery_brief: limit === '' ? short : `滿 ${limit} 免運，未滿 ${formatPrice(fee)}`,
    most_pieces: String(trade.most_pieces),
    company: trade.company,
    contact_email: trade.email,
    support_hours: trade.hours,
  } as const
}
