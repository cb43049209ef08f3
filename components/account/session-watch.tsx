'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'

import { useSignedIn } from '#components/site/use-signed-in.ts'

/** Notices that somebody signed out, or in as another, in another tab, and asks the server for this page again: it sends strangers to sign in. */
export function SessionWatch() {
  const router = useRouter()
  const name = useSignedIn()?.name
  const before = useRef(name)
  useEffect(() => {
    if (before.current !== undefined && before.current !== name) router.refresh()
    before.current = name
  }, [name, router])
  return null
}
