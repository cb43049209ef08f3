import type { CodeProblem } from '#lib/discount/discount.ts'
import { formatPrice } from '#lib/price/price.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** What the shopper reads about a discount code (rule 1265). */
export const DISCOUNT_MESSAGES = {
  form: '折扣碼是 4 到 20 個英文字母或數字，請再核對一次。',
  tooOften: '試太多次了，請過一分鐘再試。沒有折扣碼也可以直接下單。',
  away: '現在查不到折扣碼，請再按一次「套用」。您填寫的內容還在。',
  lost: '折扣碼不能用了，金額已改回沒有折扣的樣子，請確認後再送出。',
  removed: '已取消使用折扣碼。',
} as const

/** Says in one sentence why a code can't be used. */
export function codeSentence(problem: CodeProblem): string {
  switch (problem.why) {
    case 'unknown':
      return '沒有這個折扣碼，請核對有沒有打錯。'
    case 'paused':
      return '這個折扣碼目前暫停使用。'
    case 'over':
      return '這個折扣碼已經過期了。'
    case 'used-up':
      return '這個折扣碼的次數已經用完了。'
    case 'used-by-you':
      return '您用過這個折扣碼了。如果用它的訂單還沒付款，取消那筆訂單後就能再用。'
    case 'not-yet':
      return `這個折扣碼從${formatDay(problem.starts)}開始才能用。`
    case 'not-for-these':
      return problem.titles.length === 0
        ? '購物車裡的商品不適用這個折扣碼。'
        : `這個折扣碼只適用於${problem.titles.map((title) => `「${title}」`).join('')}，購物車裡沒有。`
    case 'below-threshold':
      return `適用的商品再買 ${formatPrice(problem.missing)}，就能用這個折扣碼。`
    case 'too-small':
      return `折扣碼折的不比商品金額少，再買 ${formatPrice(problem.missing)} 就能用。`
    case 'offer-better':
      return '目前的優惠總計比較便宜，已為您用優惠；折扣碼不能和優惠一起用，留著下次用。'
    case 'no-cheaper':
      return '用了這個折扣碼就不到免運費的金額，總計不會比較便宜，所以沒有使用；再買一些就能用。'
    case 'free-already':
      return '這筆訂單已經免運費，不需要用這個折扣碼，留著下次用。'
  }
}
