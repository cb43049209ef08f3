import { formatPrice, type Reduction } from './price.ts'

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

/** How much it took off, in words: an amount, or the delivery. */
export function reductionText({ goods, delivery }: Reduction): string {
  const amount = goods === 0 ? '' : `−${formatPrice(goods)}`
  return [amount, delivery === 0 ? '' : '免運費'].filter(Boolean).join('、')
}
