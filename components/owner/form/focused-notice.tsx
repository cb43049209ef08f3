'use client'

import { type ComponentProps, useEffect, useRef } from 'react'

import { Notice } from '#components/ui/notice.tsx'
import { isTyping } from '#components/ui/typing.ts'

/** A message that takes the focus when it comes, unless somebody types on. */
export function FocusedNotice(notice: Omit<ComponentProps<typeof Notice>, 'ref'>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isTyping()) box.current?.focus()
  }, [])
  return <Notice {...notice} ref={box} />
}
