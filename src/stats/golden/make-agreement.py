"""Golden values of agreement: Python with irrCAC, statsmodels, scikit-learn and krippendorff. Prints agreement.json."""
import json, random, warnings
warnings.filterwarnings('ignore')
import numpy as np, pandas as pd
from irrCAC.raw import CAC
from sklearn.metrics import f1_score, cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa
import krippendorff
out=[]
for tp,fp,fn,tn in [(26,0,15,9),(8,2,4,36),(5,0,3,42),(39,2,22,87),(6,6,3,35),(42,16,7,85),(1,1,1,1),(10,3,2,50)]:
    j=[1]*tp+[1]*fp+[0]*fn+[0]*tn; h=[1]*tp+[0]*fp+[1]*fn+[0]*tn
    k=cohens_kappa(np.array([[tp,fp],[fn,tn]]))
    c=CAC(pd.DataFrame({'a':j,'b':h}),confidence_level=.95,digits=10)
    g=c.gwet()['est']
    out.append(dict(counts=[tp,fp,fn,tn],f1=f1_score(h,j),kappa=k.kappa,kappaSe=k.std_kappa,ac1=g['coefficient_value'],ac1Ci=g['confidence_interval'],ac1Se=g.get('se')))
a=[]
random.seed(3)
for n,m,miss in [(10,3,.2),(40,4,.3),(25,2,0)]:
    u=[[None if random.random()<miss else random.choice(['a','b','b','c']) for _ in range(m)] for _ in range(n)]
    codes={'a':1,'b':2,'c':3}
    v=np.array([[np.nan if x is None else codes[x] for x in row] for row in u]).T
    a.append(dict(units=u,alpha=krippendorff.alpha(reliability_data=v,level_of_measurement='nominal')))
print(json.dumps(dict(agreement=out, alpha=a), indent=1))
