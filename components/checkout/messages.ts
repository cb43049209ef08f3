import { waysToPay } from '#components/payment/messages.ts'
import type { CodeProblem } from '#lib/discount/discount.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import type { LineProblem } from '#lib/price/check-price.ts'
import { formatPrice } from '#lib/price/format-price.ts'
import { formatDay } from '#lib/time/taipei-time.ts'

/** How somebody reads that they wait, and for about how many where that is known. */
export function waitingLabel(ahead: number): string {
  const place = ahead > 0 ? `前面大約還有 ${ahead} 筆訂單，` : ''
  return `現在下單的人很多，正在為您排隊，${place}輪到時會自動送出。請不要關閉這一頁。`
}

/** The specified note on PayPal and cards, and the other methods that the shop takes. */
export function checkoutNote(methods: readonly PaymentMethod[]): string {
  const usual: readonly PaymentMethod[] = ['paypal', 'card', 'ecpay-card']
  const others = waysToPay(methods.filter((method) => !usual.includes(method)))
  const blank = /^[A-Z]/.test(others) ? ' ' : ''
  const more = others === '' ? '' : `，也可以使用${blank}${others}`
  return `支援 PayPal 或信用卡${more}`.trim()
}

/** Why an order was not placed, in one sentence. */
export const CHECKOUT_MESSAGES = {
  failed: '訂單建立失敗，請稍後再試',
  network: '網路連線中斷，您填寫的內容還在，也尚未扣款。請確認網路後再送出一次。',
  unavailable: '系統暫時沒有回應，您填寫的內容還在，也尚未扣款。請稍後再送出一次，不會重複訂購。',
  invoice: '請確認發票資料',
  busy: '現在下單的人很多，尚未輪到您，也尚未扣款。您填寫的內容還在，請再送出一次，不會重複下單。',
  tooMany: '下單次數過多，請稍後再試',
  unproven: '電子信箱尚未驗證，最多只能保留兩筆待付款的訂單。請先付款，或驗證電子信箱後再下單。',
  lines: '購物車裡有商品目前無法購買，已為您調整，請確認後再送出。',
  total: '商品價格有更新，已為您更新金額，請確認後再送出。',
  offers: '優惠有變動，已為您更新金額，請確認後再送出。',
  place:
    '縣市、鄉鎮市區與郵遞區號和郵局的資料不一致，請修改。若確定沒有錯，請勾選「以上填寫無誤」後再送出。',
  storeUnknown: '這家門市目前無法取貨，可能已關閉或搬遷。請選擇另一家門市後再送出。',
  storeRecipient: '收件人姓名或手機不符合超商取貨的規定，請確認後再送出。',
  carrierUnknown: '財政部查無這個手機條碼，請確認後再送出，或改用其他開立方式。',
  donationUnknown: '查無這個捐贈碼，請確認後再送出，或改用其他開立方式。',
  placeConfirmed: '以上填寫無誤，請照這樣寄送',
  gift: '這是禮物，直接寄給收禮人',
  giftTerms: '隨貨卡片只印您的留言、不印價格；訂單通知與發票寄給您。',
  doubts: '請再看一次這幾項。若沒有錯，請再按一次「確認訂單並付款」。',
  signedOut: '登入已逾時，請重新登入。您填寫的內容還在。',
} as const

/** Why one line can't be bought. */
export const LINE_MESSAGES: Readonly<Record<LineProblem, string>> = {
  unknown: '商品已下架',
  'sold-out': '已售完',
  paused: '出貨日確認中，暫停販售',
  'no-such-variant': '沒有這個顏色或尺寸',
  repeated: '重複的品項',
  'too-few': '庫存不足',
}

/** Says why a cart line can't be bought and how it was changed. */
export function lineMessage(problem: LineProblem, left: number | undefined): string {
  return problem === 'too-few' && left !== undefined
    ? `只剩 ${left} 件，已調整數量`
    : LINE_MESSAGES[problem]
}

/** What the shopper reads about a discount code. */
export const DISCOUNT_MESSAGES = {
  form: '折扣碼是 4 到 20 個英文字母或數字，請再核對一次。',
  tooOften: '嘗試次數過多，請一分鐘後再試。沒有折扣碼也可以直接下單。',
  unchecked: '目前無法查詢折扣碼，請再按一次「套用」。您填寫的內容還在。',
  lost: '折扣碼已失效，金額已改回未折扣的總計，請確認後再送出。',
  removed: '已取消使用折扣碼。',
} as const

/** Says in one sentence why a code can't be used. */
export function codeSentence(problem: CodeProblem): string {
  switch (problem.why) {
    case 'unknown':
      return '查無這個折扣碼，請確認是否打錯。'
    case 'paused':
      return '這個折扣碼目前暫停使用。'
    case 'over':
      return '這個折扣碼已過期。'
    case 'used-up':
      return '這個折扣碼的次數已用完。'
    case 'unproven':
      return '驗證電子信箱後才能使用這個折扣碼。請點選驗證信中的連結，再按一次「套用」。'
    case 'used-by-you':
      return '您已用過這個折扣碼。若那筆訂單尚未付款，取消後即可再用。'
    case 'not-yet':
      return `這個折扣碼自${formatDay(problem.starts)}起可以使用。`
    case 'not-for-these':
      return problem.titles.length === 0
        ? '購物車裡的商品不適用這個折扣碼。'
        : `這個折扣碼只適用於${problem.titles.map((title) => `「${title}」`).join('')}，購物車裡沒有。`
    case 'below-threshold':
      return `適用的商品再買 ${formatPrice(problem.missing)}，即可使用這個折扣碼。`
    case 'too-small':
      return `折扣金額已達商品金額，再買 ${formatPrice(problem.missing)} 即可使用。`
    case 'offer-better':
      return '目前的優惠更划算，已為您套用；折扣碼不能併用，可留待下次。'
    case 'no-cheaper':
      return '使用後未達免運門檻，總計不會更便宜，因此未套用。'
    case 'free-already':
      return '這筆訂單已免運費，無須使用這個折扣碼，可留待下次。'
  }
}
