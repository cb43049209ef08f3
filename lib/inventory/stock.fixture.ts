import type { Offer } from './stock.ts'

export const shirt: Offer = { id: 'a', stock: 10 }

export const sized: Offer = { ...shirt, stock_by_size: { S: 3, M: 7 } }
