import type { SignInFailure } from '#lib/account/sign-in.ts'
import type { Failure } from '#lib/result.ts'
import { withReference, TOO_OFTEN } from '#components/failure/messages.tsx'

/** Why the server did not begin a session. */
export type ExchangeRefusal = 'refused' | 'too-often' | 'unavailable'

/** All failures of a form: the browser's own and the server's refusals. */
export type FormFailure =
  | SignInFailure
  | ExchangeRefusal
  | 'signed-out'
  | 'malformed'
  | 'email-unverified'

/** Advice for each failure; empty where the form's own sentence is enough. */
export const ADVICE: Readonly<Record<FormFailure, string>> = {
  credentials: '',
  general: '',
  refused: '請再試一次。',
  'email-in-use':
    '這個電子信箱已經註冊過，但密碼不對。請輸入原來的密碼，或按「忘記密碼？」重設；以 Google 或 Facebook 註冊的，請用那個按鈕登入。',
  'weak-password': '密碼至少需要 6 個字元。',
  'invalid-email': '電子信箱的格式不正確，例如 name@example.com。',
  'missing-password': '請輸入密碼。',
  disabled: '這個帳號已停用，請聯絡客服。',
  'too-many': '嘗試次數過多，請過幾分鐘再試。',
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
  'signed-out': '您的登入已經失效，請重新登入。',
  'email-unverified': '請先到這一頁上方的連結驗證電子信箱，再提出申請。',
  malformed: '有欄位太長或格式不正確，請檢查後再試。',
}

/** Advice for a failure in one sentence; empty where the form's own sentence is enough. */
export function adviceOn({ code, reference }: Omit<Failure<FormFailure>, 'ok'>): string {
  return reference === undefined ? ADVICE[code] : withReference(ADVICE[code], reference)
}

/** Beside a failed sign-in where the same two fields also register. */
export const REGISTER_INSTEAD = '還沒有帳號的話，直接按「註冊並繼續結帳」，不必再輸入一次。'

/** Shown when the browser keeps no cookies, so that a session can't last. */
export const NO_COOKIES =
  '這個瀏覽器沒有保留 Cookie，所以無法維持登入。請在瀏覽器設定允許本站的 Cookie，再登入一次。'

/** The sentences of the error catalogue (rule 60). */
export const LOGIN_FAILED = '登入失敗，請檢查帳號密碼是否正確'
export const SIGN_UP_MISMATCH = '密碼與確認密碼不符'
export const SIGN_UP_FAILED = '註冊失敗，請確認格式正確且帳號未被使用'
export const RESET_FAILED = '發送失敗，請確認信箱格式是否正確'
export const RESET_SENT = '已發送密碼重設信至您的信箱'
export const POPUP_FAILED = {
  'google.com': 'Google 登入失敗，請稍後再試',
  'facebook.com': 'Facebook 登入失敗，請稍後再試',
} as const
export const PROFILE_SAVED = '資料已更新。'
export const PROFILE_FAILED = '更新失敗。請稍後再試。'
export const PASSWORD_SAVED = '密碼已更新。'
export const PASSWORD_FAILED = '密碼更新失敗。'
export const DELETE_QUESTION = '確定要刪除帳號嗎？此動作無法復原。'
export const DELETE_NEEDS_PASSWORD = '密碼為必填'
export const DELETED = '帳號已刪除。'
export const DELETE_FAILED = '帳號刪除失敗，請稍後再試。'
export const DELETE_UNSUPPORTED = '目前不支援此登入方式的刪除，請聯絡客服。'

/** Shown after the verification mail is sent again. */
export const MAIL_SENT = '驗證信已重新寄出，請查看收件匣與垃圾信件匣。'
export const MAIL_FAILED = '驗證信寄送失敗，請稍後再試。'

/** Why another mail is not sent yet: one a minute. */
export function mailTooSoon(seconds: number): string {
  return `驗證信每分鐘只能寄一次，請在 ${seconds} 秒後再試。`
}

/** Labels of the sign-in methods. */
export const METHOD_WORDS = {
  password: '電子信箱帳號',
  'google.com': 'Google 登入',
  'facebook.com': 'Facebook 登入',
  other: '其他登入方式',
} as const

/** Shown where the provider shares no e-mail address. */
export const NO_EMAIL = '登入服務沒有提供電子信箱'

/** Texts of the data requests. */
export const DATA_WORDS = {
  note: '您可以向商店索取一份我們保存的資料，或請我們刪除。我們會在客服時間內處理，並寄信到您的電子信箱；依法必須保存的訂單紀錄會告訴您留下了什麼、為什麼。只是不想再用這個帳號，請用下方的「刪除帳號」。',
  export: { ask: '索取資料複本', asked: '已收到您索取資料複本的申請。' },
  erase: { ask: '請商店刪除我的資料', asked: '已收到您刪除資料的申請。' },
} as const

/** Texts of the list of signed-in devices. */
export const DEVICE_WORDS = {
  title: '登入中的裝置',
  note: '看到不認得的裝置，請將它登出並更改密碼。七天沒有使用的裝置會自動登出。',
  here: '這個裝置',
  signedOut: '已登出該裝置。',
  everywhere: '登出所有裝置',
} as const
