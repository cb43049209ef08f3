'use client'
import { type ReactNode, useState, useTransition } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { Notice } from '#components/ui/notice.tsx'
import { toast } from '#components/ui/toast.ts'
import type { SignedInDevice } from '#lib/account/session.ts'
import type { ActionFailure, Result } from '#lib/result.ts'
import { loginPath, PATHS } from '#lib/routes/paths.ts'
import { formatTime } from '#lib/time/taipei-time.ts'
import styles from './account.module.css'
import { leaveSignedOut } from './leave-signed-out.ts'
import { adviceOn } from './messages.ts'
import { DEVICE_LABELS } from './settings-messages.ts'

type SignOut<Input> = (input: Input) => Promise<Result<null, 'unknown'> | ActionFailure>

function Device({ device, children }: { device: SignedInDevice; children: ReactNode }) {
  const { name, lastSeenAt, isHere } = device
  return (
    <li className={styles.device}>
      <span>
        {name}
        <small className={styles.note}>
          {isHere ? DEVICE_LABELS.here : `最近使用：${formatTime(new Date(lastSeenAt))}`}
        </small>
      </span>
      {children}
    </li>
  )
}

/** The devices on which the member is signed in, with a way to sign out of each and of all. */
export function DevicesSection({
  devices,
  signOut,
  signOutEverywhere,
}: {
  devices: readonly SignedInDevice[]
  signOut: SignOut<{ id: string }>
  signOutEverywhere: SignOut<'everywhere'>
}) {
  const [gone, setGone] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, startTransition] = useTransition()

  const send = (call: () => ReturnType<SignOut<string>>, then: () => void) =>
    startTransition(async () => {
      setProblem(null)
      const answer = await callAction(call).catch(lostCall)
      if (answer.ok || answer.code === 'unknown') then()
      else if (answer.code === 'signed-out') window.location.assign(loginPath(PATHS.settings))
      else setProblem(adviceOn(answer))
    })
  const end = ({ id }: SignedInDevice) =>
    send(
      () => signOut({ id }),
      () => {
        setGone([...gone, id])
        toast.success(DEVICE_LABELS.signedOut)
      },
    )
  return (
    <section className={styles.section}>
      <h2>{DEVICE_LABELS.title}</h2>
      <p className={styles.note}>{DEVICE_LABELS.note}</p>
      {problem === null ? null : <Notice kind="error" title={problem} />}
      <ul className={styles.devices}>
        {devices
          .filter(({ id }) => !gone.includes(id))
          .map((device) => (
            <Device key={device.id} device={device}>
              {device.isHere ? null : (
                <Button
                  variant="quiet"
                  pending={isBusy}
                  aria-label={`登出 ${device.name}`}
                  onClick={() => end(device)}
                >
                  登出
                </Button>
              )}
            </Device>
          ))}
      </ul>
      <Button
        pending={isBusy}
        onClick={() => send(() => signOutEverywhere('everywhere'), leaveSignedOut)}
      >
        {DEVICE_LABELS.everywhere}
      </Button>
    </section>
  )
}
