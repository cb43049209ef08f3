import {
  type ComponentType,
  createElement,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useState,
} from 'react'

import { loadNeeded } from './load-needed.ts'
import { announceMissed } from './missed.ts'

type Part<Props> = { readonly default: ComponentType<Props> }

type Places = {
  /** What stands in its place where its code does not come: nothing, if not named. */
  readonly instead?: ReactNode
  /** What stands in its place while its code comes: nothing, if not named. */
  readonly waiting?: ReactNode
}

function Loaded<Props extends Places>({
  part,
  props,
}: {
  part: Promise<Part<Props> | undefined>
  props: Props
}) {
  const loaded = use(part)
  return loaded === undefined ? props.instead : createElement(loaded.default, props)
}

/**
 * A component whose code comes when it is rendered. A page never fails for it: where the code does not come, `instead`
 * stands in its place, and the next time that it is rendered its code is fetched again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<Part<Props>>,
): ComponentType<Props & Places> {
  let part: Promise<Part<Props> | undefined> | undefined
  const loadPart = () => {
    part ??= load().catch(() => {
      part = undefined
      return undefined
    })
    return part
  }
  return function LazyPart(props) {
    // Fetched once a mount, so that what stands instead stays.
    const [mounted] = useState(loadPart)
    return (
      <Suspense fallback={props.waiting}>
        <Loaded<Props & Places> part={mounted} props={props} />
      </Suspense>
    )
  }
}

/**
 * What a press opens, closed at first: it opens once its code is here. Where the code does not come, the document is
 * loaded anew, once; where that does not help, a sentence says so and it stays closed, so that the press can be repeated.
 */
export function useDisclosure(load: () => Promise<unknown>) {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => {
    void loadNeeded(load).then((loaded) =>
      loaded.ok ? setOpen(true) : announceMissed(loaded.code),
    )
  }, [load])
  const close = useCallback(() => setOpen(false), [])
  return { isOpen, open, close } as const
}
