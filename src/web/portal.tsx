import { MantineProvider, type MantineProviderProps } from '@mantine/core'
import { StrictMode, type ComponentProps } from 'react'
import { Page } from '#web/app/page.tsx'
import { theme, variables } from '#web/ui/theme.ts'

interface Props extends Pick<ComponentProps<typeof Page>, 'router'> {
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
