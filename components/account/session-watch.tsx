'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'

import { useSignedIn } from '#components/account/use-signed-in.ts'
import { useForgetOthers } from './forget-member.ts'

/** Refreshes the page when another tab signs in or out. Clears stored data of another member. */
export function SessionWatch({ member }: { member: string }) {
  useForgetOthers(member)
  const router = useRouter()
  const name = useSignedIn()?.name
  const before = useRef(name)
  useEffect(() => {
    if (before.current !== undefined && before.current !== name) router.refresh()
    before.current = name
  }, [name, router])
  return null
}
