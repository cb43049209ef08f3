'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const WAIT = 3_000

/** Leads on to another page after 3 s (specification 8). */
export function MovesOn({ to }: { to: string }) {
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => router.replace(to), WAIT)
    return () => clearTimeout(timer)
  }, [router, to])
  return null
}
