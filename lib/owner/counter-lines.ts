import type { CountDifference } from '#lib/inventory/inventory-store.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import type { Recalculation } from './recalculation-store.ts'

/** A count by its counter and the path of its field, as the owner knows it. */
function countName({ counter, field }: Pick<CountDifference, 'counter' | 'field'>): string {
  const [kind = '', name = '', who = ''] = field.split('/', 3)
  if (counter === 'discounts') return kind === 'uses' ? '用掉的次數' : '一位會員用掉的次數'
  if (counter === 'firstTimeBuyers') {
    const until = formatTime(new Date(name))
    if (who === 'released') return `原本保留到 ${until}、已經放回庫存的`
    return `${who === 'unverified' ? '尚未驗證信箱' : '尚未購買過'}的帳號保留到 ${until} 的`
  }
  if (counter === 'to_make') {
    if (kind === 'days') return `待製作（${name}）`
    return `待製作 ${name.trim()}${kind === 'pending' ? '，處理中的' : ''}`
  }
  if (kind === 'preorder') return '已預購'
  return kind === 'sizes' ? `已訂 ${name}` : '已訂'
}

const amountText = ({ amount, fee }: { readonly amount: number; readonly fee: number }) =>
  fee === 0 ? `${amount} 元` : `${amount} 元、運費 ${0 - fee} 元`

function unreadableLine({ unreadable, skipped }: Pick<Recalculation, 'unreadable' | 'skipped'>) {
  const orders = `有 ${unreadable.length} 筆訂單無法讀取（文件 ${unreadable.slice(0, 10).join('、')}）`
  if (skipped === 'all') return `${orders}，其中有訂單的商品無法讀取，因此未核對件數。`
  return `${orders}，因此未核對這些商品與折扣碼的數量：${skipped.join('、')}。其餘都已核對。`
}

/** What a recalculation found and put right, a sentence each, or none if all was right. */
export function countLines(
  counted: Omit<Recalculation, 'orders' | 'unsettled'>,
): readonly string[] {
  const { units, accounts, unfound, money, ownerless, unreadable, more } = counted
  return [
    ...units.map((one) => {
      const { stored, counted: right } = one
      if (one.counter === 'order_counters')
        return `${one.product} 這個小時的訂單編號：原本為 ${stored}，依訂單改為 ${right}。`
      const unit = one.counter === 'discounts' ? '次' : '件'
      return `「${one.title}」${countName(one)}：原本為 ${stored} ${unit}，依訂單改為 ${right} ${unit}。`
    }),
    ...accounts.map((order) =>
      order === ''
        ? '有一個帳號的下單限制計入了不存在的訂單，已依訂單更正。'
        : `${order} 的買家：下單限制（最近的訂單、未付款的訂單、保留的件數）與訂單不符，已依訂單更正。`,
    ),
    ...unfound.map((order) => `${order}：搜尋用的資料與訂單不符，已重建。`),
    ...money.map(
      (one) =>
        `${one.orderNumber}：帳上原本是 ${amountText(one.stored)}，依訂單改為 ${amountText(one.counted)}。`,
    ),
    ...ownerless.map((id) => `帳上有一筆找不到訂單的款項（文件 ${id}），未更動，請核對。`),
    ...(unreadable.length === 0 ? [] : [unreadableLine(counted)]),
    ...(more === 0 ? [] : [`另外還有 ${more} 項已依訂單更正或需要核對，未逐項列出。`]),
  ]
}
