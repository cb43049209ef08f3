import type { FilterName } from '#lib/camera/filters.ts'
import {
  type Item,
  type LineColor,
  type LoopName,
  MOST_STICKERS,
  type StickerKind,
} from '#lib/camera/scene.ts'
import type { Problem } from './problem.ts'
import type { Mode } from './use-picture.ts'

/** Announcements of a change of the picture's source. */
export const MODES: Readonly<Record<Mode, string>> = {
  start: '',
  opening: '正在打開相機',
  live: '相機已打開',
  still: '照片放好了',
}

const OR_PHOTO = '也可以從相簿選一張照片。'

export const PROBLEMS: Readonly<Record<Problem, string>> = {
  refused: `相機未開啟：這個網站尚未取得使用相機的許可。請到瀏覽器的網站設定裡允許，${OR_PHOTO}`,
  'no-camera': `這台裝置找不到相機。${OR_PHOTO}`,
  'camera-in-use': `相機正由其他程式使用。請關掉那個程式再試一次，${OR_PHOTO}`,
  unsupported: `這個瀏覽器無法開啟相機，例如有些 App 裡的瀏覽器。請改用 Safari 或 Chrome 打開這一頁，${OR_PHOTO}`,
  lost: `相機已停止，可能由其他程式使用。請再打開一次，${OR_PHOTO}`,
  heic: '這個瀏覽器讀不了 HEIC 照片。請改選 JPEG 照片，或在 iPhone 的「設定」裡把相機格式改成「最相容」再拍一張。',
  unreadable: '這張照片讀不出來，檔案可能不完整。請換一張試試。',
  'too-large':
    '這張圖片太大，打開它會用掉太多記憶體。請先在相簿裡縮小，或開在螢幕上截一張圖，再選一次。手機相機直接拍的 JPEG 沒有這個限制。',
  'not-a-photo': '這個檔案不是照片。請選 JPEG、PNG 或 WebP。',
  'no-memory': '手機的記憶體不足，照片未儲存。請關掉其他分頁再試一次，畫面上的內容都還在。',
  'no-music': '音樂未載入。請檢查網路，再按一次。',
  'no-clip': '錄影失敗。請再錄一次，或改拍照片。',
  'not-shared': '沒有分享出去。檔案還在這裡，請改按「下載」。',
}

export const FILTER_NAMES: Readonly<Record<FilterName, string>> = {
  plain: '原色',
  mist: '晨霧',
  sand: '沙色',
  indigo: '靛青',
  ink: '水墨',
  dusk: '暮色',
}

export const STICKER_NAMES: Readonly<Record<StickerKind, string>> = {
  half: '畫好的另一半',
  sun: '太陽',
  mountain: '山',
  wave: '浪',
  cloud: '雲',
  cotton: '棉花',
  spool: '線軸',
  tea: '珍珠奶茶',
  train: '列車',
  bird: '鳥',
  star: '星星',
}

export const LOOP_NAMES: Readonly<Record<LoopName, string>> = { road: '路上', water: '水邊' }

export const LINE_COLOR_NAMES: Readonly<Record<LineColor, string>> = {
  white: '白線',
  yarn: '繡線色',
  ink: '墨線',
}

export const TOO_MANY = `最多 ${MOST_STICKERS} 個貼圖。請先刪掉一個，再加新的。`

/** Name of an item; equal stickers are numbered. */
export function itemName(item: Item, items: readonly Item[]): string {
  if (item.kind === 'drawing') return '圖案'
  const equal = items.filter(({ kind }) => kind === item.kind)
  const number = equal.length > 1 ? ` ${equal.indexOf(item) + 1}` : ''
  return `貼圖：${STICKER_NAMES[item.kind]}${number}`
}
