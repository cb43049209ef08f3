import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

// The sentences that were given, word for word, and the file that has each.
const CATALOGUE: Readonly<Record<string, readonly string[]>> = {
  'components/cart/messages.ts': ['已加入購物車！'],
  'components/account/messages.ts': [
    '登入失敗，請檢查帳號密碼是否正確',
    'Google 登入失敗，請稍後再試',
    'Facebook 登入失敗，請稍後再試',
    '密碼與確認密碼不符',
    '註冊失敗，請確認格式正確且帳號未被使用',
    '發送失敗，請確認信箱格式是否正確',
    '已發送密碼重設信至您的信箱',
  ],
  'components/account/settings-messages.ts': [
    '資料已更新。',
    '更新失敗。請稍後再試。',
    '密碼已更新。',
    '密碼更新失敗。',
    '帳號已刪除。',
    '帳號刪除失敗，請稍後再試。',
    '目前不支援此登入方式的刪除，請聯絡客服。',
  ],
  'components/account/password-dialog.tsx': ['密碼為必填'],
  'app/checkout/paypal/[id]/error.tsx': ['無法載入訂單資料，請稍後再試'],
  'components/order/messages.ts': ['目前沒有訂單紀錄', '找不到符合的訂單'],
  'components/delivery/messages.ts': ['請填寫完整收件人姓名、手機、Email', '請填寫完整地址資訊'],
  'components/checkout/messages.ts': ['訂單建立失敗，請稍後再試', '下單次數過多，請稍後再試'],
  'components/payment/messages.ts': [
    '找不到訂單，請返回重新下單',
    'PayPal SDK 載入失敗，請稍後再試。',
    '付款過程中發生錯誤，請稍後重試。',
    '付款失敗，請重新嘗試。',
    '付款成功！感謝您的訂購。',
  ],
}

for (const [file, sentences] of Object.entries(CATALOGUE)) {
  test(`${file} has the sentences of the catalogue`, () => {
    const text = readFileSync(file, 'utf8')
    assert.deepEqual(
      sentences.filter((sentence) => !text.includes(`'${sentence}'`)),
      [],
    )
  })
}
