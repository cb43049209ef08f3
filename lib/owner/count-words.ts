import type { CountDifference } from '../order/stock.ts'
import type { Recount } from './recount.ts'

/** A count by its counter and the path of its field, as the owner knows it. */
function countName({ counter, field }: Pick<CountDifference, 'counter' | 'field'>): string {
  const [kind = '', name = ''] = field.split('/', 2)
  if (counter === 'to_make') return kind === 'days' ? `待製作（${name}）` : `待製作 ${name.trim()}`
  if (kind === 'preorder') return '已預購'
  return kind === 'sizes' ? `已訂 ${name}` : '已訂'
}

const amountText = ({ amount, fee }: { readonly amount: number; readonly fee: number }) =>
  fee === 0 ? `${amount} 元` : `${amount} 元、運費 ${0 - fee} 元`

/** What a comparison found and put right, a sentence each; nothing where all was right. */
export function countLines(counted: Omit<Recount, 'orders' | 'unsettled'>): readonly string[] {
  const { pieces, unfound, money, ownerless, unreadable } = counted
  return [
    ...pieces.map(
      (one) =>
        `「${one.title}」${countName(one)}：原本記成 ${one.stored} 件，依訂單改為 ${one.counted} 件。`,
    ),
    ...unfound.map((order) => `${order}：搜尋用的資料和訂單不同，已經重建。`),
    ...money.map(
      (one) =>
        `${one.orderNumber}：帳上原本是 ${amountText(one.stored)}，依訂單改為 ${amountText(one.counted)}。`,
    ),
    ...ownerless.map((id) => `帳上有一筆找不到訂單的款項（文件 ${id}），沒有更動，請核對。`),
    ...(unreadable.length === 0
      ? []
      : [`有 ${unreadable.length} 筆訂單讀不出來，所以這次沒有核對件數。`]),
  ]
}
