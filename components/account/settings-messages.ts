/** The sentences of the member's settings. */
export const PROFILE_SAVED = '資料已更新。'
export const PROFILE_FAILED = '更新失敗。請稍後再試。'
export const PASSWORD_SAVED = '密碼已更新。'
export const PASSWORD_FAILED = '密碼更新失敗。'
export const DELETE_QUESTION = '確定要刪除帳號嗎？此動作無法復原。'
export const DELETED = '帳號已刪除。'
export const DELETE_FAILED = '帳號刪除失敗，請稍後再試。'
export const DELETE_UNSUPPORTED = '目前不支援此登入方式的刪除，請聯絡客服。'

/** Labels of the sign-in methods. */
export const METHOD_LABELS = {
  password: '電子信箱帳號',
  'google.com': 'Google 登入',
  'facebook.com': 'Facebook 登入',
  other: '其他登入方式',
} as const

/** Shown where the provider shares no e-mail address. */
export const NO_EMAIL = '登入服務未提供電子信箱'

/** Texts of the data requests. */
export const DATA_LABELS = {
  note: '您可以隨時查看、列印或下載我們保存的資料，也可以索取一份，或請我們刪除。我們會在客服時間內處理，並寄信到您的電子信箱。依法須保存的訂單紀錄，我們會告訴您內容與原因。若只是不再使用這個帳號，請用下方的「刪除帳號」。',
  read: '查看我們保存的資料',
  unproven: '為保護您的資料，請先驗證電子信箱。',
  page: '下載這一頁',
  json: '下載 JSON',
  saved: '已下載。',
  failed: '下載失敗，請再試一次。',
  export: { ask: '索取資料複本', asked: '已收到您索取資料複本的申請。' },
  erase: { ask: '申請刪除我的資料', asked: '已收到您刪除資料的申請。' },
} as const

/** Texts of the list of signed-in devices. */
export const DEVICE_LABELS = {
  title: '登入中的裝置',
  note: '若看到不認得的裝置，請將它登出並更改密碼。七天未使用的裝置會自動登出。',
  here: '這個裝置',
  signedOut: '已登出該裝置。',
  everywhere: '登出所有裝置',
} as const
