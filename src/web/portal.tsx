import { MantineProvider, type MantineProviderProps } from '@mantine/core'
import { StrictMode, type ComponentType } from 'react'
import { RouterProvider, type RouterProviderProps } from 'react-router'
import { create } from 'zustand'
import { theme, variables } from '#web/ui/theme.ts'

// The part loads with the signed-in screens and stays, so that a message about a session's end shows over the sign-in.
const useAbove = create<{ readonly Above: ComponentType | null }>(() => ({ Above: null }))

/** Shows a component above every screen from now on. */
export const showAbove = (Above: ComponentType): void => useAbove.setState({ Above })

type RouterProps = Pick<RouterProviderProps, 'router'>

export function Page({ router }: RouterProps) {
  const { Above } = useAbove()
  return (
    <>
      <RouterProvider router={router} />
      {Above && <Above />}
    </>
  )
}

interface Props extends RouterProps {
  readonly colorSchemes: NonNullable<MantineProviderProps['colorSchemeManager']>
}

/** The whole page, for the browser and for the build, which renders the sign-in's HTML. */
export const Portal = ({ router, colorSchemes }: Props) => (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <Page router={router} />
    </MantineProvider>
  </StrictMode>
)
