'use client'

import type { ReactNode } from 'react'

import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import { taipeiDay } from '#lib/time/taipei-time.ts'

/** Shows its children on these days in Taipei (YYYY-MM-DD, both included); the page may have been made on another, `today`. */
export function ShownOnDays({
  from,
  until,
  today,
  children,
}: {
  from: string
  until: string
  today: string
  children: ReactNode
}) {
  const day = useBrowserValue(() => taipeiDay(new Date()), today)
  return day < from || day > until ? null : children
}
