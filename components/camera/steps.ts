import type { Step } from '#lib/camera/scene.ts'
import type { CameraIconName } from './camera-icon.tsx'

/** A step that a button or a key takes with an item. */
export type NamedStep = {
  readonly label: string
  readonly icon: CameraIconName
  readonly keys: readonly string[]
  readonly step: Step
}

const MOVE = 24
const GROW = 1.1
const TURN = Math.PI / 24

/** The steps in the order of their buttons. */
export const STEPS: readonly NamedStep[] = [
  { label: '縮小', icon: 'smaller', keys: ['-', '_'], step: { factor: 1 / GROW } },
  { label: '放大', icon: 'larger', keys: ['+', '='], step: { factor: GROW } },
  { label: '往左轉', icon: 'turn-left', keys: ['[', ','], step: { turn: -TURN } },
  { label: '往右轉', icon: 'turn-right', keys: [']', '.'], step: { turn: TURN } },
  { label: '往左移', icon: 'left', keys: ['ArrowLeft'], step: { x: -MOVE } },
  { label: '往上移', icon: 'up', keys: ['ArrowUp'], step: { y: -MOVE } },
  { label: '往下移', icon: 'down', keys: ['ArrowDown'], step: { y: MOVE } },
  { label: '往右移', icon: 'right', keys: ['ArrowRight'], step: { x: MOVE } },
]

/** The step of a key, or undefined if it takes none. */
export function stepOfKey(key: string): NamedStep | undefined {
  return STEPS.find(({ keys }) => keys.includes(key))
}
