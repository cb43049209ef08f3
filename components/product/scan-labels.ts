/** The words beside a style's code on its product page. */
export const SCAN_LABELS = {
  title: '掃掃看',
  text: '左下襬的碼，掃了會打開這一款自己的頁面：圖的由來、畫它的人、怎麼照顧，還有一台把圖補完的相機。',
  label: '打開這一款的頁面',
} as const
