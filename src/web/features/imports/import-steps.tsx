import { useEffect, useRef, type ReactNode } from 'react'

const steps = [
  { name: 'file', words: 'File' },
  { name: 'columns', words: 'Columns' },
  { name: 'questions', words: 'Questions' },
  { name: 'check', words: 'Check' },
] as const

export type StepName = (typeof steps)[number]['name']

interface ImportStepsProps {
  readonly step: StepName
  /** Opens a completed step. A step without such a function is only shown. */
  readonly open?: Readonly<Partial<Record<StepName, () => void>>>
}

export const stepWords = (name: StepName): string => steps.find((step) => step.name === name)?.words ?? ''

/** The steps of an import, with the current step marked. */
export const ImportSteps = ({ step: current, open = {} }: ImportStepsProps) => (
  <nav className="import-steps" aria-label="The import, step by step">
    <ol>
      {steps.map(({ name, words }, index) => {
        const go = name === current ? undefined : open[name]
        const label = (
          <>
            <span className="import-steps-number">{index + 1}</span> {words}
          </>
        )
        return (
          <li key={name} aria-current={name === current ? 'step' : undefined}>
            {go ? (
              <button type="button" onClick={go}>
                {label}
              </button>
            ) : (
              <span>{label}</span>
            )}
          </li>
        )
      })}
    </ol>
  </nav>
)

interface StepFrameProps {
  readonly label: string
  /** True if the step takes the whole width of the window. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** The part of the screen that changes with the step. It takes over the focus of the previous step. */
export function StepFrame({ label, wide, children }: StepFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = frame.current?.closest('main')
    if (area) area.scrollTop = 0
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
  }, [label])
  return (
    <div
      ref={frame}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className="import-step"
      data-wide={wide || undefined}
    >
      {children}
    </div>
  )
}
