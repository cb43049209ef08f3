import { withReference, TOO_OFTEN } from '#components/failure/messages.ts'
import type { SignInFailure } from '#lib/account/sign-in.ts'
import type { Failure } from '#lib/result.ts'

/** Why the server did not begin a session. */
export type ExchangeRefusal = 'refused' | 'too-often' | 'unavailable'

/** All failures of a form: the browser's own and the server's refusals. */
export type FormFailure =
  | SignInFailure
  | ExchangeRefusal
  | 'signed-out'
  | 'malformed'
  | 'email-unverified'

/** Advice for each failure, or an empty value if the form's own sentence is enough. */
export const ADVICE: Readonly<Record<FormFailure, string>> = {
  credentials: '',
  general: '',
  refused: '請再試一次。',
  'email-in-use':
    '這個電子信箱已註冊，但密碼不正確。請輸入原本的密碼，或按「忘記密碼？」重設。若以 Google 或 Facebook 註冊，請用該按鈕登入。',
  'weak-password': '密碼至少需要 6 個字元。',
  'invalid-email': '電子信箱的格式不正確，例如 name@example.com。',
  'missing-password': '請輸入密碼。',
  disabled: '這個帳號已停用，請聯絡客服。',
  'too-many': '嘗試次數過多，請幾分鐘後再試。',
  network: '網路連線中斷，您填寫的內容還在，請確認網路後再送出一次。',
  script: '無法連上登入視窗所需的服務，請確認網路，或改用電子信箱登入。',
  'popup-blocked': '瀏覽器擋下了登入視窗，請允許本站開啟彈出式視窗後再試。',
  'popup-closed': '登入視窗已關閉，尚未完成登入。',
  'popup-replaced': '',
  'other-method':
    '這個電子信箱已用其他方式註冊，請改用原本的方式登入（電子信箱、Google 或 Facebook）。',
  'another-account': '您選擇的是另一個帳號，請改選目前登入的帳號。',
  'not-allowed-here': '這個網址尚未開放登入，請聯絡客服。',
  'sign-in-again': '密碼已經更新，但需要請您用新密碼重新登入。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，您填寫的內容還在，請稍後再試。',
  'signed-out': '您的登入已失效，請重新登入。',
  'email-unverified': '請先到這一頁上方的連結驗證電子信箱，再提出申請。',
  malformed: '有欄位太長或格式不正確，請檢查後再試。',
}

/** Advice for a failure in one sentence, or an empty value if the form's own sentence is enough. */
export function adviceOn({ code, reference }: Omit<Failure<FormFailure>, 'ok'>): string {
  return reference === undefined ? ADVICE[code] : withReference(ADVICE[code], reference)
}

/** Beside a failed sign-in where the same two fields also register. */
export const REGISTER_INSTEAD = '若還沒有帳號，請直接按「註冊並繼續結帳」，無須再輸入一次。'

/** Shown when the browser keeps no cookies, so that a session can't last. */
export const NO_COOKIES =
  '這個瀏覽器未保留 Cookie，無法維持登入。請在瀏覽器設定允許本站的 Cookie，再登入一次。'

/** The sentences of the error catalogue. */
export const LOGIN_FAILED = '登入失敗，請檢查帳號密碼是否正確'
export const SIGN_UP_MISMATCH = '密碼與確認密碼不符'
export const SIGN_UP_FAILED = '註冊失敗，請確認格式正確且帳號未被使用'
export const RESET_FAILED = '發送失敗，請確認信箱格式是否正確'
export const RESET_SENT = '已發送密碼重設信至您的信箱'
export const POPUP_FAILED = {
  'google.com': 'Google 登入失敗，請稍後再試',
  'facebook.com': 'Facebook 登入失敗，請稍後再試',
} as const

/** Shown after the verification mail is sent again. */
export const MAIL_SENT = '驗證信已重新寄出，請查看收件匣與垃圾信件匣。'
export const MAIL_FAILED = '驗證信寄送失敗，請稍後再試。'

/** Why another mail is not sent yet: one a minute. */
export function mailTooSoon(seconds: number): string {
  return `驗證信每分鐘只能寄一次，請在 ${seconds} 秒後再試。`
}
