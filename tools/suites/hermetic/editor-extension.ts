import { strToU8, zipSync } from 'fflate';

/** A package (.vsix) of an extension for Visual Studio Code that has no code: it can be installed, and does nothing. The same names give the same bytes. */
export function emptyExtension(publisher: string, name: string, displayName: string): Uint8Array {
  const parts = {
    'extension.vsixmanifest': `<?xml version="1.0" encoding="utf-8"?>\n<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011"><Metadata><Identity Language="en-US" Id="${name}" Version="1.0.0" Publisher="${publisher}"/><DisplayName>${displayName}</DisplayName><Description xml:space="preserve"></Description></Metadata><Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation><Dependencies/><Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets></PackageManifest>`,
    '[Content_Types].xml':
      '<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>',
    'extension/package.json': JSON.stringify({
      publisher,
      name,
      displayName,
      version: '1.0.0',
      engines: { vscode: '^1.60.0' },
    }),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])), {
    mtime: new Date(2026, 0, 5, 9, 0, 0),
    level: 9,
  });
}
