import 'server-only'

import type { ReactNode } from 'react'

import { DEVICE_LABELS } from '#components/account/settings-messages.ts'
import { HEADLINES, PAYMENT_MESSAGES } from '#components/payment/messages.ts'
import { Headings } from './headings.tsx'

const FIXED = `購物車 訂單摘要 確認訂單 訂單內容 選擇取貨門市 前往信用卡付款 登入 註冊 登入或註冊 還沒有帳號？ 重設密碼
請驗證您的電子信箱 您的電子信箱已完成驗證 帳號驗證成功 最近的訂單 訂單 您的訂單 找不到這筆訂單 超商繳費代碼 轉帳資料 接下來
個人資料 變更密碼 登入方式 我的資料 我們保存的您的資料 刪除帳號`

const TEXTS = [FIXED, DEVICE_LABELS.title, PAYMENT_MESSAGES.missing, ...Object.values(HEADLINES)]

/**
 * Sets the headings from the cart to the paid order, and of the account, in the label's face. A page that is made for a
 * request cannot make the file of its face, so all of these share one, which the build makes with the cart. A heading
 * of other words (a name, an order's number) has the class `as-text`.
 */
export function PurchaseHeadings({ children }: { children: ReactNode }) {
  return <Headings texts={TEXTS}>{children}</Headings>
}
