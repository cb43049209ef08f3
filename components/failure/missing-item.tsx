'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'

import { BRAND } from '#lib/company/company.ts'
import type { Missing } from '#lib/routes/missing.ts'
import { PATHS } from '#lib/routes/paths.ts'
import { MissingState } from './missing-state.tsx'

const WAIT = 3_000

const STATES = {
  product: {
    title: '找不到商品或商品已下架',
    text: '這件衣服不在架上。',
    soon: '三秒後帶您回到首頁。',
    path: PATHS.home,
    back: '回到首頁',
  },
  article: {
    title: '文章不存在',
    text: '這篇文章不存在或已經移走。',
    soon: '三秒後帶您回到文章列表。',
    path: PATHS.blog,
    back: '回到文章列表',
  },
} as const

/**
 * Not-found message for a product or an article. It leads on after 3 s,
 * unless a key, a touch or the focus shows that somebody stays.
 */
export default function MissingItem({ missing }: { missing: Exclude<Missing, 'page'> }) {
  const router = useRouter()
  const { soon, ...state } = STATES[missing]
  const [isLeaving, setLeaving] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => router.replace(state.path), WAIT)
    // Any input keeps the visitor on the page and cancels the announcement.
    const controller = new AbortController()
    const stop = () => {
      clearTimeout(timer)
      setLeaving(false)
    }
    for (const event of ['keydown', 'pointerdown', 'focusin']) {
      document.addEventListener(event, stop, { signal: controller.signal })
    }
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [state.path, router])
  return (
    <>
      <title>{`${state.title}｜${BRAND}`}</title>
      <MissingState {...state} text={isLeaving ? state.text + soon : state.text} />
    </>
  )
}
