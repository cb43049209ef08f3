'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'

import { lazyPart } from './lazy-part.tsx'
import { TOAST_DURATION, toastDemand } from './toast.ts'
import word from './word-below.module.css'

const Toaster = lazyPart(() => import('./toaster.tsx'))

// The words of the latest toast, where the toaster's code did not come.
function PlainToast() {
  const [text, setText] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    toastDemand.serve((kind, message) => {
      clearTimeout(timer)
      setText(message)
      timer = setTimeout(() => setText(''), TOAST_DURATION[kind])
    })
    return () => clearTimeout(timer)
  }, [])
  return <output className={text === '' ? 'visually-hidden' : word.word}>{text}</output>
}

/** Toast container; its code loads with the first toast. */
export function ToastHost() {
  // The server has nothing to tell, so what is wanted is false there as well.
  const { subscribe, isWanted } = toastDemand
  const wanted = useSyncExternalStore(subscribe, isWanted, isWanted)
  return wanted ? <Toaster instead={<PlainToast />} /> : null
}
